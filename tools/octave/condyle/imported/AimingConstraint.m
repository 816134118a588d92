function object = AimingConstraint(varargin)
  % AIMINGCONSTRAINT  The name of robotics.AimingConstraint after import robotics.*, today's constraintAiming.
  object = constraintAiming(varargin{:});
end
