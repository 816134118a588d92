% The robot, or where it has frames of addFrame a copy in which they are bodies, so that searches take their names.
function robot = framesAsBodies(robot)
  frames = robot.Frames;
  if isempty(frames)
    return;
  end
  given = robot;
  robot = copy(robot);
  robot.Frames = frames([]);
  for frame = frames
    body = rigidBody(frame.Name);
    setFixedTransform(body.Joint, frameOnBody(given, frame.Name));
    addBody(robot, body, frame.Body);
  end
end
