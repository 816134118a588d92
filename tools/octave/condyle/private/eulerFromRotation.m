% Euler angles about AXES of rotations: 3-by-3-by-n to n-by-3.  Rotations about turned axes i, j, k are those about
% fixed axes k, j, i; the signs follow from whether the fixed axes are in cyclic order.  Where the axes of the first and
% the last rotation coincide, the first angle is 0.  For two equal axes MATLAB's rotm2eul has the second angle not above
% 0 where the order is not cyclic, which its pages show; POSITIVE gives the other one, as its quat2eul does.
%
% K. Shoemake, Euler angle conversion, in: Graphics Gems IV, 1994.
function angles = eulerFromRotation(R, axes, positive)
  [i, j] = deal(axes(3), axes(2));
  k = 6 - i - j;
  at = @(a, b) reshape(R(a, b, :), [], 1);
  if axes(1) == axes(3)
    s = hypot(at(i, j), at(i, k));
    angles = [atan2(at(i, j), at(i, k)), atan2(s, at(i, i)), atan2(at(j, i), -at(k, i))];
  else
    s = hypot(at(i, i), at(j, i));
    angles = [atan2(at(k, j), at(k, k)), atan2(-at(k, i), s), atan2(at(j, i), at(i, i))];
  end
  flat = s < 10 * eps;
  turned = atan2(-at(j, k), at(j, j));
  angles(flat, 1) = turned(flat);
  angles(flat, 3) = 0;
  if j != mod(i, 3) + 1
    angles = -angles;
  end
  angles = angles(:, [3 2 1]);
  if nargin > 2 && positive && axes(1) == axes(3)
    negative = angles(:, 2) < 0;
    other = otherEuler(angles, axes);
    angles(negative & ! flat, :) = other(negative & ! flat, :);
    angles(negative & flat, 2) *= -1;
  end
  angles(angles == 0) = 0; # no -0
end
