% Returns part number PART of a state or a command of PARTS parts, n numbers each, as a vector of the robot's format.
function vector = partOf(robot, whole, part, n, parts)
  if numel(whole) ~= parts * n
    error("condyle:argument", "derivative: expected a vector of %d numbers, not %d", parts * n, numel(whole));
  end
  vector = whole((part - 1) * n + (1:n));
  if strcmp(robot.DataFormat, "row")
    vector = vector(:)';
  else
    vector = vector(:);
  end
end
