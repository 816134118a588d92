function [q, qd, qdd, pp] = bsplinepolytraj(points, interval, samples)
  % BSPLINEPOLYTRAJ  Motion along a cubic B-spline of control points.
  %
  %   [q,qd,qdd,pp] = bsplinepolytraj(points,interval,samples)
  %
  %   points (n-by-p, four at least) are control points: the motion begins in the first and ends in the last, and stays
  %   within the hull of four of them at any time.  interval is [start end] of the time, or increasing times, of which
  %   the first and the last count.  q, qd and qdd (n-by-m) are positions, velocities and accelerations at the times
  %   samples (m); pp is the motion as ppval takes it.
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
  if p < 4 || numel(interval) < 2 || ! all(diff(interval(:)) > 0)
    error("condyle:argument", "bsplinepolytraj: expected four control points at least, and an interval [start end]");
  end
  breaks = linspace(interval(1), interval(end), p - 2);
  knots = [breaks([1 1 1]), breaks, breaks([end end end])];
  T = breaks(2) - breaks(1);
  fractions = [0 1 2 3] / 3;
  values = zeros(n, p - 3, 4); # of each piece at these fractions of it, which determine its cubic
  for i = 1:4
    values(:, :, i) = deBoor(knots, points, breaks(1:end - 1) + T * fractions(i));
  end
  coefficients = reshape(values, [], 4) / (vander(fractions * T)');
  pp = mkpp(breaks, coefficients, n);
  [q, qd, qdd] = evaluatePieces(pp, samples);
end

% The values of all pieces of a cubic B-spline, each at its own time, by de Boor's recursion.
function value = deBoor(knots, points, t)
  s = 1:numel(t);
  d = {points(:, s), points(:, s + 1), points(:, s + 2), points(:, s + 3)};
  for r = 1:3
    for j = 3:-1:r
      i = s + j;
      a = (t - knots(i)) ./ (knots(i + 4 - r) - knots(i));
      d{j + 1} = (1 - a) .* d{j} + a .* d{j + 1};
    end
  end
  value = d{4};
end
