function varargout = mass_times(robot = [], varargin)
  % MASS_TIMES  Product M(q) x, without the matrix.
  %
  %   product = mass_times(robot,configuration,x)
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> x = [1 2 3 4 5 6];
  %     >> norm(mass_times(robot,q,x) - x*massMatrix(robot,q)) < 1e-9
  %     ans = 1
  %
  %   See also massMatrix.
  [robot, variable] = asObject(robot, inputname(1, false), "mass_times");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.mass_times(varargin{:});
end
