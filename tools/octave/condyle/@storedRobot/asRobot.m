% The rigidBodyTree that a stored robot becomes.
function robot = asRobot(stored)
  robot = rigidBodyTree(struct(stored));
end
