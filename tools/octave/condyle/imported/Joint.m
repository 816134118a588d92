function object = Joint(varargin)
  % JOINT  The name of robotics.Joint after import robotics.*, today's rigidBodyJoint.
  object = rigidBodyJoint(varargin{:});
end
