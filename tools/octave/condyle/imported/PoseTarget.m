function object = PoseTarget(varargin)
  % POSETARGET  The name of robotics.PoseTarget after import robotics.*, today's constraintPoseTarget.
  object = constraintPoseTarget(varargin{:});
end
