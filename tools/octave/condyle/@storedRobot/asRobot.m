% Returns the rigidBodyTree of a stored robot.
function robot = asRobot(stored)
  robot = rigidBodyTree(struct(stored));
end
