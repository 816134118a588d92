function object = AimingConstraint(varargin)
  % ROBOTICS.AIMINGCONSTRAINT  The name that constraintAiming had before MATLAB's release R2019b.
  %
  %   object = robotics.AimingConstraint(...)
  %
  %   See constraintAiming for the arguments.  The object is of the class constraintAiming.
  %
  %   Example:
  %     >> look = robotics.AimingConstraint("tool0");
  %     >> look.TargetPoint = [0.4 0.2 0];
  %     >> look.TargetPoint
  %     ans =
  %
  %        0.4000   0.2000        0
  object = constraintAiming(varargin{:});
end
