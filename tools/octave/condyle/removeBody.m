function varargout = removeBody(robot = [], varargin)
  % REMOVEBODY  Remove a body and its descendants.
  %
  %   removeBody(robot,name)
  %   removed = removeBody(robot,name)
  %
  %   removed is a robot of the removed bodies; its base has the name of the body's parent.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e");
  %     >> removed = removeBody(robot,"wrist_3_link");
  %     >> [robot.NumBodies removed.NumBodies]
  %     ans =
  %        7   3
  %
  %   See also subtree.
  [robot, variable] = asObject(robot, inputname(1, false), "removeBody");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.removeBody(varargin{:});
end
