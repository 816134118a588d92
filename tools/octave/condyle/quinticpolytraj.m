function [q, qd, qdd, pp] = quinticpolytraj(points, times, samples, varargin)
  % QUINTICPOLYTRAJ  Motion through way points by polynomials of fifth order.
  %
  %   [q,qd,qdd,pp] = quinticpolytraj(points,times,samples)
  %   [q,qd,qdd,pp] = quinticpolytraj(...,"VelocityBoundaryCondition",velocities)
  %   [q,qd,qdd,pp] = quinticpolytraj(...,"AccelerationBoundaryCondition",accelerations)
  %
  %   points (n-by-p) are passed at times (p), at rest or with velocities and accelerations (n-by-p).  q, qd and qdd
  %   (n-by-m) are positions, velocities and accelerations at the times samples (m); pp is the motion as ppval takes it.
  %
  %   Example:
  %     >> q = quinticpolytraj([0 1],[0 2],[0 1 2])
  %     q =
  %
  %             0   0.5000   1.0000
  %
  %   See also cubicpolytraj, minjerkpolytraj, bsplinepolytraj, trapveltraj.
  needArguments(nargin, 3, "quinticpolytraj(points,times,samples)");
  checkWayPoints("quinticpolytraj", points, times);
  none = zeros(size(points));
  options = readOptions("quinticpolytraj", asPairs(varargin), ...
                        struct("VelocityBoundaryCondition", none, "AccelerationBoundaryCondition", none));
  given = {options.VelocityBoundaryCondition, options.AccelerationBoundaryCondition};
  if ! isequal(size(given{1}), size(points)) || ! isequal(size(given{2}), size(points))
    error("condyle:argument", "quinticpolytraj: boundary conditions: expected %d-by-%d", size(points));
  end
  pp = hermitePieces(times, points, given);
  [q, qd, qdd] = evaluatePieces(pp, samples);
end
