function object = PositionTarget(varargin)
  % POSITIONTARGET  The name of robotics.PositionTarget after import robotics.*, today's constraintPositionTarget.
  object = constraintPositionTarget(varargin{:});
end
