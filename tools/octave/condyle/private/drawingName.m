% The name of a robot's drawings in axes.  The robot's number has more digits than %d prints of it.
function name = drawingName(robot)
  name = ["condyle robot" sprintf(" %d", typecast(robot.h, "uint32"))];
end
