function object = OrientationTarget(varargin)
  % ORIENTATIONTARGET  The name of robotics.OrientationTarget after import robotics.*, today's
  % constraintOrientationTarget.
  object = constraintOrientationTarget(varargin{:});
end
