% The matrix S with S * v = cross(u, v).
function S = crossMatrix(u)
  S = [0, -u(3), u(2); u(3), 0, -u(1); -u(2), u(1), 0];
end
