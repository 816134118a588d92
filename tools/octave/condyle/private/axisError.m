% The angle between the z axis of the pose T and that of its reference, as a vector that turns one to the other, beyond a
% tolerance, and its derivative.
function [e, J] = axisError(T, J, tolerance)
  z = T(1:3, 3);
  s = [-z(2); z(1); 0];
  Jz = -crossMatrix(z) * J(1:3, :);
  Js = [-Jz(2, :); Jz(1, :); 0 * Jz(3, :)];
  [e, J] = angleVector(s, z(3), Js, Jz(3, :), [1; 0; 0]);
  [e, J] = beyond(e, J, tolerance);
end
