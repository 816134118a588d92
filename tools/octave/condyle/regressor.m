function varargout = regressor(robot = [], varargin)
  % REGRESSOR  Matrix Y of inverse dynamics in the parameters, tau = Y parameters.
  %
  %   Y = regressor(robot,configuration,velocity,acceleration)
  %   Y = regressor(robot,configuration,velocity,acceleration,damping,coulomb,rotor_inertia)
  %
  %   n-by-p.  The flags add columns for the drives.  With B states: n-by-p-by-B, for identification by least squares.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> Y = regressor(robot,q);
  %     >> tau = Y*inertial_parameters(robot);
  %     >> norm(tau' - inverseDynamics(robot,q)) < 1e-9
  %     ans = 1
  %
  %   See also inertial_parameters.
  [robot, variable] = asObject(robot, inputname(1, false), "regressor");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.regressor(varargin{:});
end
