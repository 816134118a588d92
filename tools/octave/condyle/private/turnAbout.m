% Rotations about axis number AXIS (1, 2 or 3) by ANGLES: 3-by-3-by-n.
function R = turnAbout(axis, angles)
  n = numel(angles);
  a = mod(axis, 3) + 1;
  b = mod(axis + 1, 3) + 1;
  R = zeros(3, 3, n, class(angles));
  R(axis, axis, :) = 1;
  R(a, a, :) = R(b, b, :) = cos(angles);
  R(b, a, :) = sin(angles);
  R(a, b, :) = -sin(angles);
end
