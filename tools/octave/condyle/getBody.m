function varargout = getBody(robot = [], varargin)
  % GETBODY  Body of a robot by its name.
  %
  %   body = getBody(robot,name)
  %
  %   Changing the body changes the robot; copy(body) is another body.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e");
  %     >> getBody(robot,"forearm_link").Mass
  %     ans = 2.2750
  %
  %   See also rigidBody.
  [robot, variable] = asObject(robot, inputname(1, false), "getBody");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.getBody(varargin{:});
end
