% The robot of motion models that are made without one: two links of 1 m and 1 kg, each turning about z.
function robot = twoJointRobot()
  robot = rigidBodyTree("DataFormat", "column");
  parent = "base";
  for k = 1:2
    body = rigidBody(sprintf("link%d", k));
    body.CenterOfMass = [0.5 0 0];
    body.Inertia = [0.001 1/3 1/3 0 0 0];
    body.Joint = rigidBodyJoint(sprintf("joint%d", k), "revolute");
    setFixedTransform(body.Joint, trvec2tform([k - 1, 0, 0]));
    addBody(robot, body, parent);
    parent = body.Name;
  end
  tip = rigidBody("tool");
  setFixedTransform(tip.Joint, trvec2tform([1 0 0]));
  addBody(robot, tip, parent);
end
