function object = AimingConstraint(varargin)
  % ROBOTICS.AIMINGCONSTRAINT  The name that constraintAiming had before MATLAB's release R2019b.
  %
  %   object = robotics.AimingConstraint(...)
  %
  %   See constraintAiming for the arguments.  The object is of the class constraintAiming.
  object = constraintAiming(varargin{:});
end
