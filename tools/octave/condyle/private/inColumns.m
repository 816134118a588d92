% Gives a robot whose DataFormat is "struct" columns until RESTORE is cleared; nothing else changes.
function restore = inColumns(robot)
  restore = [];
  if strcmp(robot.DataFormat, "struct")
    robot.DataFormat = "column";
    restore = onCleanup(@() setFormat(robot, "struct"));
  end
end

function setFormat(robot, format)
  robot.DataFormat = format;
end
