function varargout = integrate_configuration(robot = [], varargin)
  % INTEGRATE_CONFIGURATION  Configuration that a step leads to.
  %
  %   next = integrate_configuration(robot,configuration,step)
  %
  %   step (n) is a velocity that acts for a unit of time; quaternions of floating joints keep unit length.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> integrate_configuration(robot,zeros(1,6),0.5*ones(1,6))
  %     ans =
  %        0.5000   0.5000   0.5000   0.5000   0.5000   0.5000
  %
  %   See also configuration_difference.
  [robot, variable] = asObject(robot, inputname(1, false), "integrate_configuration");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.integrate_configuration(varargin{:});
end
