% The part of an error that is beyond a tolerance, and its derivative; JACOBIAN is that of the error.
function [e, J] = beyond(e, J, tolerance)
  size = norm(e);
  if tolerance == 0
    return;
  end
  if size <= tolerance
    e = 0 * e;
    J = 0 * J;
    return;
  end
  J = (1 - tolerance / size) * J + (tolerance / size ^ 3) * e * (e' * J);
  e = (1 - tolerance / size) * e;
end
