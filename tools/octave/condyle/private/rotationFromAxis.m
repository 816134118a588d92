% Rotations by an angle about an axis, which need not have length 1: [x y z angle], n-by-4 to 3-by-3-by-n.
function R = rotationFromAxis(caller, axang)
  axis = permute(unitRows(caller, "axis", axang(:, 1:3)), [3 2 1]);
  angle = permute(axang(:, 4), [3 2 1]);
  [x, y, z] = deal(axis(1, 1, :), axis(1, 2, :), axis(1, 3, :));
  [s, v] = deal(sin(angle), 1 - cos(angle));
  R = [x .* x .* v, x .* y .* v - z .* s, x .* z .* v + y .* s
       x .* y .* v + z .* s, y .* y .* v, y .* z .* v - x .* s
       x .* z .* v - y .* s, y .* z .* v + x .* s, z .* z .* v] + eye(3) .* cos(angle);
end
