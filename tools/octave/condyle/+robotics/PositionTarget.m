function object = PositionTarget(varargin)
  % ROBOTICS.POSITIONTARGET  The name that constraintPositionTarget had before MATLAB's release R2019b.
  %
  %   object = robotics.PositionTarget(...)
  %
  %   See constraintPositionTarget for the arguments.  The object is of the class constraintPositionTarget.
  object = constraintPositionTarget(varargin{:});
end
