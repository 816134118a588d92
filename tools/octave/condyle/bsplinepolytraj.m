function [q, qd, qdd, pp] = bsplinepolytraj(points, interval, samples)
  % BSPLINEPOLYTRAJ  Motion along a cubic B-spline of control points.
  %
  %   [q,qd,qdd,pp] = bsplinepolytraj(points,interval,samples)
  %
  %   points (n-by-p, four at least) are control points: the motion begins in the first and ends in the last, and stays
  %   within the hull of four of them at any time.  interval is [start end] of the time.  q, qd and qdd (n-by-m) are
  %   positions, velocities and accelerations at the times samples (m); pp is the motion as ppval takes it.
  %
  %   Example:
  %     >> q = bsplinepolytraj([0 0 1 1],[0 2],[0 1 2])
  %     q =
  %
  %             0   0.5000   1.0000
  %
  %   See also cubicpolytraj, quinticpolytraj, minjerkpolytraj, trapveltraj.
  needArguments(nargin, 3, "bsplinepolytraj(points,interval,samples)");
  checkWayPoints("bsplinepolytraj", points);
  [n, p] = size(points);
  if p < 4 || numel(interval) ~= 2 || ! (interval(1) < interval(2))
    error("condyle:argument", "bsplinepolytraj: expected four control points at least, and an interval [start end]");
  end
  breaks = linspace(interval(1), interval(2), p - 2);
  knots = [breaks([1 1 1]), breaks, breaks([end end end])];
  coefficients = zeros(n, p - 3, 4);
  for s = 1:p - 3
    fractions = [0 1 2 3] / 3;
    T = breaks(s + 1) - breaks(s);
    values = zeros(n, 4);
    for i = 1:4
      values(:, i) = deBoor(knots, points, s, breaks(s) + T * fractions(i));
    end
    coefficients(:, s, :) = permute(values / (vander(fractions * T)'), [1 3 2]);
  end
  pp = mkpp(breaks, reshape(coefficients, n * (p - 3), 4), n);
  [q, qd, qdd] = evaluatePieces(pp, samples);
end

% The value at t of piece s of a cubic B-spline, by de Boor's recursion.
function value = deBoor(knots, points, s, t)
  d = points(:, s:s + 3);
  for r = 1:3
    for j = 3:-1:r
      i = s + j;
      a = (t - knots(i)) / (knots(i + 4 - r) - knots(i));
      d(:, j + 1) = (1 - a) * d(:, j) + a * d(:, j + 1);
    end
  end
  value = d(:, 4);
end
