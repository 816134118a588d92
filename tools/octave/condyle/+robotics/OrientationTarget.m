function object = OrientationTarget(varargin)
  % ROBOTICS.ORIENTATIONTARGET  The name that constraintOrientationTarget had before MATLAB's release R2019b.
  %
  %   object = robotics.OrientationTarget(...)
  %
  %   See constraintOrientationTarget for the arguments.  The object is of the class constraintOrientationTarget.
  object = constraintOrientationTarget(varargin{:});
end
