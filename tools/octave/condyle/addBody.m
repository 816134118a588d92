function varargout = addBody(robot = [], varargin)
  % ADDBODY  Add a body to a robot.
  %
  %   addBody(robot,body,parent)
  %
  %   body is a rigidBody, of which the robot gets a copy; parent is the name of a body of the robot.
  %
  %   Example:
  %     >> robot = rigidBodyTree;
  %     >> addBody(robot,rigidBody("tool"),"base");
  %     >> robot.BodyNames
  %     ans =
  %     {
  %       [1,1] = tool
  %     }
  %
  %   See also removeBody, replaceBody, addSubtree.
  [robot, variable] = asObject(robot, inputname(1, false), "addBody");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.addBody(varargin{:});
end
