function object = InverseKinematics(varargin)
  % ROBOTICS.INVERSEKINEMATICS  The name that inverseKinematics had before MATLAB's release R2019b.
  %
  %   object = robotics.InverseKinematics(...)
  %
  %   See inverseKinematics for the arguments.  The object is of the class inverseKinematics.
  object = inverseKinematics(varargin{:});
end
