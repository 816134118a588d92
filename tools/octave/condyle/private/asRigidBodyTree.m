% Returns an argument of the function CALLER as a rigidBodyTree, made from a storedRobot where it is one; EXPECTED names
% the expected argument in the message.
function robot = asRigidBodyTree(argument, caller, expected)
  robot = argument;
  if isa(robot, "storedRobot")
    robot = asRobot(robot);
  elseif ! isa(robot, "rigidBodyTree")
    error("condyle:argument", "%s: expected %s, not %s", caller, expected, class(robot));
  end
end
