% Returns the axes of a sequence of Euler angles as numbers: "ZYX" is [3 2 1].
function axes = eulerAxes(caller, sequence)
  known = {"ZYX", "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY"};
  if ! ischar(sequence) || ! any(strcmpi(sequence, known))
    error("condyle:argument", "%s: expected a sequence of axes, one of %s", caller, strjoin(known, ", "));
  end
  axes = upper(sequence) - "X" + 1;
end
