function [q, qd, qdd, pp] = cubicpolytraj(points, times, samples, varargin)
  % CUBICPOLYTRAJ  Motion through way points by polynomials of third order.
  %
  %   [q,qd,qdd,pp] = cubicpolytraj(points,times,samples)
  %   [q,qd,qdd,pp] = cubicpolytraj(points,times,samples,"VelocityBoundaryCondition",velocities)
  %
  %   points (n-by-p) are passed at times (p), at rest or with velocities (n-by-p).  q, qd and qdd (n-by-m) are
  %   positions, velocities and accelerations at the times samples (m); pp is the motion as ppval takes it.
  %
  %   Example:
  %     >> [q,qd] = cubicpolytraj([0 1 0],[0 1 3],[0 0.5 1 2]);
  %     >> q
  %     q =
  %
  %             0   0.5000   1.0000   0.5000
  %
  %   See also quinticpolytraj, minjerkpolytraj, bsplinepolytraj, trapveltraj.
  needArguments(nargin, 3, "cubicpolytraj(points,times,samples)");
  checkWayPoints("cubicpolytraj", points, times);
  options = readOptions("cubicpolytraj", asPairs(varargin), struct("VelocityBoundaryCondition", zeros(size(points))));
  velocities = options.VelocityBoundaryCondition;
  if ! isequal(size(velocities), size(points))
    error("condyle:argument", "cubicpolytraj: VelocityBoundaryCondition: expected %d-by-%d", size(points));
  end
  pp = hermitePieces(times, points, {velocities});
  [q, qd, qdd] = evaluatePieces(pp, samples);
end
