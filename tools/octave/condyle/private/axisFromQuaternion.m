% Axes and angles [x y z angle] of quaternions, the angle from 0 to pi: n-by-4 to n-by-4.  No rotation has the axis z.
function axang = axisFromQuaternion(caller, q)
  q = unitRows(caller, "quaternion", q);
  negative = q(:, 1) < 0;
  q(negative, :) = -q(negative, :);
  s = sqrt(sum(q(:, 2:4) .^ 2, 2));
  axang = [q(:, 2:4) ./ s, 2 * atan2(s, q(:, 1))];
  none = s == 0;
  axang(none, :) = repmat([0 0 1 0], sum(none), 1);
  axang(axang == 0) = 0; # no -0
end
