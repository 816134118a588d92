function [q, qd, qdd, qddd, qdddd, pp, times, samples, status] = minsnappolytraj(points, times, count, varargin)
  % MINSNAPPOLYTRAJ  Motion through way points with the least snap, the fourth derivative.
  %
  %   [q,qd,qdd,qddd,qdddd,pp,times,samples,status] = minsnappolytraj(points,times,count)
  %   ... = minsnappolytraj(...,"VelocityBoundaryCondition",velocities)
  %   ... = minsnappolytraj(...,"AccelerationBoundaryCondition",accelerations)
  %   ... = minsnappolytraj(...,"JerkBoundaryCondition",jerks)
  %   ... = minsnappolytraj(...,"SnapBoundaryCondition",snaps)
  %   ... = minsnappolytraj(...,"TimeAllocation",true)
  %   ... = minsnappolytraj(...,"TimeAllocation",true,"TimeWeight",weight,"MinSegmentTime",least,"MaxSegmentTime",most)
  %
  %   points (n-by-p) are passed at times (p) and sampled at count times.  Between them the motion is a polynomial of
  %   degree 9, up to the snap without a step; of all such motions this one has the least integral of the squared snap.
  %   The conditions (n-by-p) are the values at the way points, NaN: free; by default they are 0 at the first and the
  %   last way point and free between.  pp is the motion as ppval takes it.  With snaps that are NaN everywhere the
  %   pieces are of degree 7: no motion has less snap.
  %
  %   With TimeAllocation the times between way points are those for which that integral and weight for each second are
  %   least together, from least to most seconds (one number, or p - 1); times are where the search begins.  By default
  %   weight is 100, least 0.1 and most 5.
  %
  %   status tells of trouble: SingularityStatus is true where more than one motion has the least snap, MaxIterStatus
  %   where the search for times ended before its tolerances, MaxTimeStatus where one of the times is most.
  %
  %   Example:
  %     >> q = minsnappolytraj([0 1],[0 2],3)
  %     q =
  %
  %             0   0.5000   1.0000
  %
  %   See also minjerkpolytraj, quinticpolytraj.
  needArguments(nargin, 3, "minsnappolytraj(points,times,count)");
  checkWayPoints("minsnappolytraj", points, times);
  checkCount("minsnappolytraj", count);
  free = zeros(size(points));
  free(:, 2:end - 1) = NaN;
  options = readOptions("minsnappolytraj", asPairs(varargin), ...
                        struct("VelocityBoundaryCondition", free, "AccelerationBoundaryCondition", free, ...
                               "JerkBoundaryCondition", free, "SnapBoundaryCondition", free, ...
                               "TimeAllocation", false, "TimeWeight", 100, "MinSegmentTime", 0.1, ...
                               "MaxSegmentTime", 5));
  names = {"Velocity", "Acceleration", "Jerk", "Snap"};
  [pp, times, samples, status] = leastMotion("minsnappolytraj", points, times, count, 4, names, options);
  [q, qd, qdd, qddd, qdddd] = evaluatePieces(pp, samples);
end
