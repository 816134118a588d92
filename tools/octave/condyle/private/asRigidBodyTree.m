% The robot that an argument of the function CALLER is or, where it is a storedRobot, becomes; EXPECTED says what the
% function takes.
function robot = asRigidBodyTree(argument, caller, expected)
  robot = argument;
  if isa(robot, "storedRobot")
    robot = asRobot(robot);
  elseif ! isa(robot, "rigidBodyTree")
    error("condyle:argument", "%s: expected %s, not %s", caller, expected, class(robot));
  end
end
