% Rotations R1(angle 1) R2(angle 2) R3(angle 3) about AXES, one after the other in the frame that the ones before have
% turned: n-by-3 to 3-by-3-by-n.
function R = rotationFromEuler(angles, axes)
  R = turnAbout(axes(1), angles(:, 1));
  for i = 2:3
    R = multiplyPages(R, turnAbout(axes(i), angles(:, i)));
  end
end
