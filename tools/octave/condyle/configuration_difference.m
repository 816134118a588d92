function varargout = configuration_difference(robot = [], varargin)
  % CONFIGURATION_DIFFERENCE  Shortest step from one configuration to another.
  %
  %   step = configuration_difference(robot,q0,q1)
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> configuration_difference(robot,zeros(1,6),0.5*ones(1,6))
  %     ans =
  %        0.5000   0.5000   0.5000   0.5000   0.5000   0.5000
  %
  %   See also integrate_configuration.
  [robot, variable] = asObject(robot, inputname(1, false), "configuration_difference");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.configuration_difference(varargin{:});
end
