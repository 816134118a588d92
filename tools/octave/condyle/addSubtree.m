function varargout = addSubtree(robot = [], varargin)
  % ADDSUBTREE  Add the bodies of another robot.
  %
  %   addSubtree(robot,parent,subtree)
  %   addSubtree(robot,parent,subtree,ReplaceBase=false)
  %
  %   Copies of all bodies of the robot subtree but its base; the base's children become children of the body named
  %   parent.  With ReplaceBase=false the base is copied, too, and fixed to parent.
  %
  %   Example:
  %     >> robot = rigidBodyTree;
  %     >> addSubtree(robot,"base",subtree(loadrobot("universalUR5e"),"wrist_3_link"));
  %     >> robot.NumBodies
  %     ans = 3
  %
  %   See also subtree, removeBody.
  [robot, variable] = asObject(robot, inputname(1, false), "addSubtree");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.addSubtree(asPairs(varargin){:});
end
