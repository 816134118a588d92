function object = GeneralizedInverseKinematics(varargin)
  % ROBOTICS.GENERALIZEDINVERSEKINEMATICS  The name that generalizedInverseKinematics had before MATLAB's release
  % R2019b.
  %
  %   object = robotics.GeneralizedInverseKinematics(...)
  %
  %   See generalizedInverseKinematics for the arguments.  The object is of the class generalizedInverseKinematics.
  object = generalizedInverseKinematics(varargin{:});
end
