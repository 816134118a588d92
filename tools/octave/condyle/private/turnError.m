% The rotation vector from a target's orientation to the pose T's, beyond a tolerance, and its derivative: the inverse of
% the left Jacobian of the rotation group (Chirikjian 2011, section 10.6) takes angular velocities to its rate.
function [e, J] = turnError(target, T, J, tolerance)
  axang = rotm2axang(T(1:3, 1:3) * target');
  v = axang(1:3)' * axang(4);
  S = crossMatrix(v);
  factor = 1 / 12;
  if axang(4) > 1e-4
    factor = 1 / axang(4) ^ 2 - (1 + cos(axang(4))) / (2 * axang(4) * max(sin(axang(4)), 1e-9));
  end
  [e, J] = beyond(v, (eye(3) - S / 2 + factor * S * S) * J(1:3, :), tolerance);
end
