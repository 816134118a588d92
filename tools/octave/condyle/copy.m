function varargout = copy(robot = [], varargin)
  % COPY  Another robot, body or joint with the same numbers.
  %
  %   other = copy(robot)
  %   other = copy(body)
  %   other = copy(joint)
  %
  %   Robots, bodies and joints are handles: b = a is the same robot under two names.  The copy of a body is in no
  %   robot, the copy of a joint moves no body.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e");
  %     >> other = copy(robot);
  %     >> removeBody(other,"tool0");
  %     >> [robot.NumBodies other.NumBodies]
  %     ans =
  %        10    9
  %
  %   See also rigidBodyTree, rigidBody, rigidBodyJoint.
  [robot, variable] = asObject(robot, inputname(1, false), "copy");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.copy(varargin{:});
end
