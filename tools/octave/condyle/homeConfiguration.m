function varargout = homeConfiguration(robot = [], varargin)
  % HOMECONFIGURATION  Home configuration of a robot.
  %
  %   q = homeConfiguration(robot)
  %
  %   A vector, or with DataFormat "struct" a struct array with the fields JointName and JointPosition.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> homeConfiguration(robot)
  %     ans =
  %        0   0   0   0   0   0
  %
  %   See also randomConfiguration.
  [robot, variable] = asObject(robot, inputname(1, false), "homeConfiguration");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.homeConfiguration(varargin{:});
end
