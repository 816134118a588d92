% Transforms with a rotation and without translation: k-by-k-by-n to (k+1)-by-(k+1)-by-n.
function T = transformFrom(R)
  k = size(R, 1);
  T = zeros(k + 1, k + 1, size(R, 3), class(R));
  T(1:k, 1:k, :) = R;
  T(k + 1, k + 1, :) = 1;
end
