function object = OrientationTarget(varargin)
  % ROBOTICS.ORIENTATIONTARGET  The name that constraintOrientationTarget had before MATLAB's release R2019b.
  %
  %   object = robotics.OrientationTarget(...)
  %
  %   See constraintOrientationTarget for the arguments.  The object is of the class constraintOrientationTarget.
  %
  %   Example:
  %     >> turn = robotics.OrientationTarget("tool0");
  %     >> turn.TargetOrientation
  %     ans =
  %
  %        1   0   0   0
  object = constraintOrientationTarget(varargin{:});
end
