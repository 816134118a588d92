function varargout = inverse_mass_times(robot = [], varargin)
  % INVERSE_MASS_TIMES  Product of the mass matrix's inverse and x.
  %
  %   product = inverse_mass_times(robot,configuration,x)
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> x = [1 2 3 4 5 6];
  %     >> norm(inverse_mass_times(robot,q,mass_times(robot,q,x)) - x) < 1e-9
  %     ans = 1
  %
  %   See also massMatrix.
  [robot, variable] = asObject(robot, inputname(1, false), "inverse_mass_times");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.inverse_mass_times(varargin{:});
end
