% Makes the robot that storedRobot keeps: CONTENT is rigidBodyTree's storedContent().
function robot = restoreRobot(content)
  warning("off", "condyle:robotFile", "local"); # the user has seen the warnings of the first loading
  options = {"DataFormat", content.DataFormat, "Gravity", content.Gravity};
  if isfield(content, "MimicIndependent")
    options = [options, {"MimicIndependent", content.MimicIndependent}];
  end
  if strcmp(content.Kind, "name")
    robot = loadrobot(content.Source, options{:});
  else
    robot = importrobot(content.Source, options{:});
  end
  for i = 1:size(content.Child, 1)
    condyle("set_joint", robot.h, content.Child{i, 1}, "child", content.Child{i, 2});
  end
  for i = 1:size(content.Home, 1)
    joint = getBody(robot, content.Home{i, 1}).Joint;
    joint.HomePosition = content.Home{i, 2};
  end
end
