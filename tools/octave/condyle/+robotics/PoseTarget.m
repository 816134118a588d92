function object = PoseTarget(varargin)
  % ROBOTICS.POSETARGET  The name that constraintPoseTarget had before MATLAB's release R2019b.
  %
  %   object = robotics.PoseTarget(...)
  %
  %   See constraintPoseTarget for the arguments.  The object is of the class constraintPoseTarget.
  object = constraintPoseTarget(varargin{:});
end
