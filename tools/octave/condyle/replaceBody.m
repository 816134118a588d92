function varargout = replaceBody(robot = [], varargin)
  % REPLACEBODY  Replace a body by another.
  %
  %   replaceBody(robot,name,body)
  %
  %   The new body, a rigidBody, brings its joint; parent and children stay.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e");
  %     >> body = copy(getBody(robot,"forearm_link"));
  %     >> body.Mass = 3;
  %     >> replaceBody(robot,"forearm_link",body);
  %     >> getBody(robot,"forearm_link").Mass
  %     ans = 3
  %
  %   See also replaceJoint, addBody.
  [robot, variable] = asObject(robot, inputname(1, false), "replaceBody");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.replaceBody(varargin{:});
end
