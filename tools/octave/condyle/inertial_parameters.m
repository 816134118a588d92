function varargout = inertial_parameters(robot = [], varargin)
  % INERTIAL_PARAMETERS  Ten parameters of each moving body.
  %
  %   parameters = inertial_parameters(robot)
  %
  %   A column of [m hx hy hz Ixx Ixy Ixz Iyy Iyz Izz] for each body, h = m times the center of mass.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> size(inertial_parameters(robot))
  %     ans =
  %        60    1
  %
  %   See also regressor.
  [robot, variable] = asObject(robot, inputname(1, false), "inertial_parameters");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.inertial_parameters(varargin{:});
end
