% The pose of a body in the frame of another one ("": the base), and its Jacobian there: [angular; linear] of the motion
% that an observer on the other body sees.
function [T, J] = relativePose(robot, reference, body, q)
  T = condyle("get_transform", robot, body, q);
  J = condyle("geometric_jacobian", robot, body, q);
  if isempty(reference)
    return;
  end
  B = condyle("get_transform", robot, reference, q);
  K = condyle("geometric_jacobian", robot, reference, q);
  R = B(1:3, 1:3)';
  way = T(1:3, 4) - B(1:3, 4);
  J = [R * (J(1:3, :) - K(1:3, :)); R * (J(4:6, :) - K(4:6, :) + crossMatrix(way) * K(1:3, :))];
  T = [R * T(1:3, 1:3), R * way; 0 0 0 1];
end
