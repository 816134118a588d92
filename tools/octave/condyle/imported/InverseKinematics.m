function object = InverseKinematics(varargin)
  % INVERSEKINEMATICS  The name of robotics.InverseKinematics after import robotics.*, today's inverseKinematics.
  object = inverseKinematics(varargin{:});
end
