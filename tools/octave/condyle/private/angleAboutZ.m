% The angle about z of the rotation about z that is nearest to R, and its derivative; J is the Jacobian of the angular
% velocity in the frame in which R is given.
function [angle, J] = angleAboutZ(R, J)
  [s, c] = deal(R(2, 1) - R(1, 2), R(1, 1) + R(2, 2));
  angle = atan2(s, c);
  by = zeros(1, 3);
  for k = 1:3
    turned = crossMatrix((1:3) == k) * R;
    by(k) = c * (turned(2, 1) - turned(1, 2)) - s * (turned(1, 1) + turned(2, 2));
  end
  J = by / max(s ^ 2 + c ^ 2, 1e-12) * J;
end
