function object = PoseTarget(varargin)
  % ROBOTICS.POSETARGET  The name that constraintPoseTarget had before MATLAB's release R2019b.
  %
  %   object = robotics.PoseTarget(...)
  %
  %   See constraintPoseTarget for the arguments.  The object is of the class constraintPoseTarget.
  %
  %   Example:
  %     >> pose = robotics.PoseTarget("tool0");
  %     >> pose.TargetTransform(1:3,4) = [0.4; 0.2; 0.5];
  %     >> tform2trvec(pose.TargetTransform)
  %     ans =
  %
  %        0.4000   0.2000   0.5000
  object = constraintPoseTarget(varargin{:});
end
