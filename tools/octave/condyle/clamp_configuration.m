function varargout = clamp_configuration(robot = [], varargin)
  % CLAMP_CONFIGURATION  Configuration with every coordinate moved within its limits.
  %
  %   q = clamp_configuration(robot,configuration)
  %   [q,moved] = clamp_configuration(robot,configuration)
  %
  %   moved: the number of coordinates that lay outside.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> [q,moved] = clamp_configuration(robot,[9 0 0 0 0 0]);
  %     >> moved
  %     moved = 1
  %
  %   See also limits.
  [robot, variable] = asObject(robot, inputname(1, false), "clamp_configuration");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.clamp_configuration(varargin{:});
end
