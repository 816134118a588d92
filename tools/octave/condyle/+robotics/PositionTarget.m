function object = PositionTarget(varargin)
  % ROBOTICS.POSITIONTARGET  The name that constraintPositionTarget had before MATLAB's release R2019b.
  %
  %   object = robotics.PositionTarget(...)
  %
  %   See constraintPositionTarget for the arguments.  The object is of the class constraintPositionTarget.
  %
  %   Example:
  %     >> place = robotics.PositionTarget("tool0");
  %     >> place.TargetPosition = [0.4 0.2 0.5];
  %     >> place.EndEffector
  %     ans = tool0
  object = constraintPositionTarget(varargin{:});
end
