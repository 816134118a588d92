% Rotations of quaternions [w x y z], which need not have length 1: n-by-4 to 3-by-3-by-n.
function R = rotationFromQuaternion(caller, q)
  q = permute(unitRows(caller, "quaternion", q), [3 2 1]);
  [w, x, y, z] = deal(q(1, 1, :), q(1, 2, :), q(1, 3, :), q(1, 4, :));
  R = [1 - 2 * (y .* y + z .* z), 2 * (x .* y - w .* z), 2 * (x .* z + w .* y)
       2 * (x .* y + w .* z), 1 - 2 * (x .* x + z .* z), 2 * (y .* z - w .* x)
       2 * (x .* z - w .* y), 2 * (y .* z + w .* x), 1 - 2 * (x .* x + y .* y)];
end
