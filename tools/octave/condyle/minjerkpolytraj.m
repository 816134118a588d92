function [q, qd, qdd, qddd, pp, times, samples] = minjerkpolytraj(points, times, count, varargin)
  % MINJERKPOLYTRAJ  Motion through way points with the least jerk.
  %
  %   [q,qd,qdd,qddd,pp,times,samples] = minjerkpolytraj(points,times,count)
  %   ... = minjerkpolytraj(...,"VelocityBoundaryCondition",velocities)
  %   ... = minjerkpolytraj(...,"AccelerationBoundaryCondition",accelerations)
  %
  %   points (n-by-p) are passed at times (p); of all such motions this one has the least integral of the squared jerk.
  %   It is sampled at count times.  velocities and accelerations (n-by-p) are the values at the way points, NaN: free;
  %   by default they are 0 at the first and the last way point and free between.  pp is the motion as ppval takes it.
  %
  %   Example:
  %     >> q = minjerkpolytraj([0 1],[0 2],3)
  %     q =
  %
  %             0   0.5000   1.0000
  %
  %   See also quinticpolytraj, cubicpolytraj, bsplinepolytraj, trapveltraj.
  needArguments(nargin, 3, "minjerkpolytraj(points,times,count)");
  checkWayPoints("minjerkpolytraj", points, times);
  checkCount("minjerkpolytraj", count);
  free = zeros(size(points));
  free(:, 2:end - 1) = NaN;
  options = readOptions("minjerkpolytraj", asPairs(varargin), ...
                        struct("VelocityBoundaryCondition", free, "AccelerationBoundaryCondition", free));
  given = {options.VelocityBoundaryCondition, options.AccelerationBoundaryCondition};
  if ! isequal(size(given{1}), size(points)) || ! isequal(size(given{2}), size(points))
    error("condyle:argument", "minjerkpolytraj: boundary conditions: expected %d-by-%d", size(points));
  end
  for row = 1:size(points, 1)
    [given{1}(row, :), given{2}(row, :)] = leastJerk(times, points(row, :), given{1}(row, :), given{2}(row, :));
  end
  pp = hermitePieces(times, points, given);
  samples = linspace(times(1), times(end), count);
  [q, qd, qdd, qddd] = evaluatePieces(pp, samples);
end

% Finds the free velocities and accelerations (NaN) at the way points of one coordinate.  Between way points the motion
% of least jerk is a quintic, whose integral of squared jerk is a quadratic form of the positions, velocities and
% accelerations at its ends: its minimum over the free ones is a linear system.
function [velocities, accelerations] = leastJerk(times, points, velocities, accelerations)
  p = numel(points);
  H = zeros(3 * p);
  for s = 1:p - 1
    ends = [s, p + s, 2 * p + s, s + 1, p + s + 1, 2 * p + s + 1];
    H(ends, ends) += jerkForm(times(s + 1) - times(s));
  end
  x = [points, velocities, accelerations]';
  free = isnan(x);
  x(free) = -H(free, free) \ (H(free, ! free) * x(! free));
  velocities = x(p + 1:2 * p)';
  accelerations = x(2 * p + 1:end)';
end

% The form of [x0 v0 a0 x1 v1 a1] whose value is the integral of the squared jerk of the quintic between them.
function form = jerkForm(T)
  A = zeros(6);
  for d = 0:2
    A(d + 1, 6 - d) = factorial(d);
    for power = d:5
      A(d + 4, 6 - power) = factorial(power) / factorial(power - d) * T ^ (power - d);
    end
  end
  Q = zeros(6);
  powers = [2 1 0];
  factors = [60 24 6];
  for i = 1:3
    for j = 1:3
      power = powers(i) + powers(j) + 1;
      Q(i, j) = factors(i) * factors(j) * T ^ power / power;
    end
  end
  form = A' \ Q / A;
end
