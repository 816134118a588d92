% Quaternions [w x y z] of rotations, w not below 0: 3-by-3-by-n to n-by-4.  The largest of the four numbers is found
% from the diagonal and the others are divided by it, so that no digits are lost.
function q = quaternionFromRotation(R)
  at = @(a, b) reshape(R(a, b, :), [], 1);
  [xx, yy, zz] = deal(at(1, 1), at(2, 2), at(3, 3));
  four = [1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz]; # 4 w^2, 4 x^2 ...
  [wx, wy, wz] = deal(at(3, 2) - at(2, 3), at(1, 3) - at(3, 1), at(2, 1) - at(1, 2)); # 4 w x ...
  [xy, xz, yz] = deal(at(1, 2) + at(2, 1), at(1, 3) + at(3, 1), at(2, 3) + at(3, 2));
  all = cat(3, [four(:, 1), wx, wy, wz], [wx, four(:, 2), xy, xz], [wy, xy, four(:, 3), yz], [wz, xz, yz, four(:, 4)]);
  [~, largest] = max(four, [], 2);
  q = zeros(rows(four), 4, class(R));
  for k = 1:4
    q(largest == k, :) = all(largest == k, :, k);
  end
  q = q ./ sqrt(sum(q .^ 2, 2));
  negative = q(:, 1) < 0;
  q(negative, :) = -q(negative, :);
  q(q == 0) = 0; # no -0
end
