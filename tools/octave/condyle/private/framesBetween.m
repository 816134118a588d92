% The pose of a frame on the successor body in a frame on the predecessor body, and its Jacobian in that frame.
function [T, J] = framesBetween(robot, predecessor, P, successor, S, q)
  [T, J] = relativePose(robot, predecessor, successor, q);
  J(4:6, :) -= crossMatrix(T(1:3, 1:3) * S(1:3, 4)) * J(1:3, :);
  R = P(1:3, 1:3)';
  J = [R * J(1:3, :); R * J(4:6, :)];
  T = [R, -R * P(1:3, 4); 0 0 0 1] * T * S;
end
