% The other Euler angles of the same rotations.
function other = otherEuler(angles, axes)
  if axes(1) == axes(3)
    other = [angles(:, 1) + pi, -angles(:, 2), angles(:, 3) - pi];
  else
    other = [angles(:, 1) + pi, pi - angles(:, 2), angles(:, 3) - pi];
  end
  other = wrapToPi(other);
end
