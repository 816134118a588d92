function object = GeneralizedInverseKinematics(varargin)
  % GENERALIZEDINVERSEKINEMATICS  The name of robotics.GeneralizedInverseKinematics after import robotics.*, today's
  % generalizedInverseKinematics.
  object = generalizedInverseKinematics(varargin{:});
end
