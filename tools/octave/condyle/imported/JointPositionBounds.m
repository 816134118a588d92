function object = JointPositionBounds(varargin)
  % JOINTPOSITIONBOUNDS  The name of robotics.JointPositionBounds after import robotics.*, today's
  % constraintJointBounds.
  object = constraintJointBounds(varargin{:});
end
