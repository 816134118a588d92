% The angle between two unit vectors as a vector: s is their cross product and c their inner product, with derivatives Js
% and Jc.  Vectors of opposite directions have any axis at right angles, AXIS.
function [e, J] = angleVector(s, c, Js, Jc, axis)
  size = norm(s);
  if size < 1e-9
    [e, J] = deal(s, Js);
    if c < 0
      e = pi * axis;
    end
    return;
  end
  angle = atan2(size, c);
  along = s' * Js / size;
  J = angle / size * Js + s * ((c * along - size * Jc) - angle / size * along) / size;
  e = angle / size * s;
end
