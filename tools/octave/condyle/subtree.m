function varargout = subtree(robot = [], varargin)
  % SUBTREE  Robot of a body and its descendants.
  %
  %   part = subtree(robot,name)
  %
  %   Its base has the name of the body's parent.
  %
  %   Example:
  %     >> part = subtree(loadrobot("universalUR5e"),"wrist_3_link");
  %     >> part.BodyNames
  %     ans =
  %     {
  %       [1,1] = wrist_3_link
  %       [1,2] = flange
  %       [1,3] = tool0
  %     }
  %
  %   See also addSubtree, removeBody.
  [robot, variable] = asObject(robot, inputname(1, false), "subtree");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.subtree(varargin{:});
end
