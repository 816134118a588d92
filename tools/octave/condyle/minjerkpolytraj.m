function [q, qd, qdd, qddd, pp, times, samples] = minjerkpolytraj(points, times, count, varargin)
  % MINJERKPOLYTRAJ  Motion through way points with the least jerk.
  %
  %   [q,qd,qdd,qddd,pp,times,samples] = minjerkpolytraj(points,times,count)
  %   ... = minjerkpolytraj(...,"VelocityBoundaryCondition",velocities)
  %   ... = minjerkpolytraj(...,"AccelerationBoundaryCondition",accelerations)
  %   ... = minjerkpolytraj(...,"TimeAllocation",true)
  %   ... = minjerkpolytraj(...,"TimeAllocation",true,"TimeWeight",weight,"MinSegmentTime",least,"MaxSegmentTime",most)
  %
  %   points (n-by-p) are passed at times (p); of all such motions this one has the least integral of the squared jerk.
  %   It is sampled at count times.  velocities and accelerations (n-by-p) are the values at the way points, NaN: free;
  %   by default they are 0 at the first and the last way point and free between.  pp is the motion as ppval takes it.
  %
  %   With TimeAllocation the times between way points are those for which that integral and weight for each second are
  %   least together, from least to most seconds (one number, or p - 1); times are where the search begins.  By default
  %   weight is 100, least 0.1 and most 1.
  %
  %   Example:
  %     >> q = minjerkpolytraj([0 1],[0 2],3)
  %     q =
  %
  %             0   0.5000   1.0000
  %
  %   See also minsnappolytraj, quinticpolytraj, cubicpolytraj, bsplinepolytraj, trapveltraj.
  needArguments(nargin, 3, "minjerkpolytraj(points,times,count)");
  checkWayPoints("minjerkpolytraj", points, times);
  checkCount("minjerkpolytraj", count);
  free = zeros(size(points));
  free(:, 2:end - 1) = NaN;
  options = readOptions("minjerkpolytraj", asPairs(varargin), ...
                        struct("VelocityBoundaryCondition", free, "AccelerationBoundaryCondition", free, ...
                               "TimeAllocation", false, "TimeWeight", 100, "MinSegmentTime", 0.1, ...
                               "MaxSegmentTime", 1));
  given = {options.VelocityBoundaryCondition, options.AccelerationBoundaryCondition};
  if ! isequal(size(given{1}), size(points)) || ! isequal(size(given{2}), size(points))
    error("condyle:argument", "minjerkpolytraj: boundary conditions: expected %d-by-%d", size(points));
  end
  if isOn(options.TimeAllocation, "TimeAllocation")
    times = allocatedTimes("minjerkpolytraj", times, points, given, options);
  end
  for row = 1:size(points, 1)
    values = freeDerivatives(times, [points(row, :); given{1}(row, :); given{2}(row, :)]);
    [given{1}(row, :), given{2}(row, :)] = deal(values(2, :), values(3, :));
  end
  pp = hermitePieces(times, points, given);
  samples = linspace(times(1), times(end), count);
  [q, qd, qdd, qddd] = evaluatePieces(pp, samples);
end
