function varargout = replaceJoint(robot = [], varargin)
  % REPLACEJOINT  Replace the joint that moves a body.
  %
  %   replaceJoint(robot,name,joint)
  %
  %   name is the name of the body, joint is a rigidBodyJoint.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e");
  %     >> replaceJoint(robot,"forearm_link",rigidBodyJoint("slide","prismatic"));
  %     >> getBody(robot,"forearm_link").Joint.Type
  %     ans = prismatic
  %
  %   See also replaceBody.
  [robot, variable] = asObject(robot, inputname(1, false), "replaceJoint");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.replaceJoint(varargin{:});
end
