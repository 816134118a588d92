% Returns part number PART of a state or a command, whose parts have as many numbers as SIZES tells, as a vector of the
% robot's format.
function vector = partOf(robot, whole, part, sizes)
  if numel(whole) ~= sum(sizes)
    error("condyle:argument", "derivative: expected a vector of %d numbers, not %d", sum(sizes), numel(whole));
  end
  vector = whole(sum(sizes(1:part - 1)) + (1:sizes(part)));
  if strcmp(robot.DataFormat, "column")
    vector = vector(:);
  else
    vector = vector(:)';
  end
end
