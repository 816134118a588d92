function object = RigidBodyTree(varargin)
  % ROBOTICS.RIGIDBODYTREE  The name that rigidBodyTree had before MATLAB's release R2019b.
  %
  %   object = robotics.RigidBodyTree(...)
  %
  %   See rigidBodyTree for the arguments.  The object is of the class rigidBodyTree.
  %
  %   Example:
  %     >> robot = robotics.RigidBodyTree("DataFormat","row");
  %     >> robot.NumBodies
  %     ans = 0
  object = rigidBodyTree(varargin{:});
end
