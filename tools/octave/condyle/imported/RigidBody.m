function object = RigidBody(varargin)
  % RIGIDBODY  The name of robotics.RigidBody after import robotics.*, today's rigidBody.
  object = rigidBody(varargin{:});
end
