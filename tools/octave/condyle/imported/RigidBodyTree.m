function object = RigidBodyTree(varargin)
  % RIGIDBODYTREE  The name of robotics.RigidBodyTree after import robotics.*, today's rigidBodyTree.
  object = rigidBodyTree(varargin{:});
end
