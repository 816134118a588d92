function object = RigidBodyTree(varargin)
  % ROBOTICS.RIGIDBODYTREE  The name that rigidBodyTree had before MATLAB's release R2019b.
  %
  %   object = robotics.RigidBodyTree(...)
  %
  %   See rigidBodyTree for the arguments.  The object is of the class rigidBodyTree.
  object = rigidBodyTree(varargin{:});
end
