function [q, qd, qdd, qddd, pp, times, samples, status] = minjerkpolytraj(points, times, count, varargin)
  % MINJERKPOLYTRAJ  Motion through way points with the least jerk.
  %
  %   [q,qd,qdd,qddd,pp,times,samples,status] = minjerkpolytraj(points,times,count)
  %   ... = minjerkpolytraj(...,"VelocityBoundaryCondition",velocities)
  %   ... = minjerkpolytraj(...,"AccelerationBoundaryCondition",accelerations)
  %   ... = minjerkpolytraj(...,"JerkBoundaryCondition",jerks)
  %   ... = minjerkpolytraj(...,"TimeAllocation",true)
  %   ... = minjerkpolytraj(...,"TimeAllocation",true,"TimeWeight",weight,"MinSegmentTime",least,"MaxSegmentTime",most)
  %
  %   points (n-by-p) are passed at times (p) and sampled at count times.  Between them the motion is a polynomial of
  %   degree 7, up to the jerk without a step; of all such motions this one has the least integral of the squared jerk.
  %   velocities, accelerations and jerks (n-by-p) are the values at the way points, NaN: free; by default they are 0 at
  %   the first and the last way point and free between.  pp is the motion as ppval takes it.  With jerks that are NaN
  %   everywhere the pieces are of degree 5: no motion has less jerk.
  %
  %   With TimeAllocation the times between way points are those for which that integral and weight for each second are
  %   least together, from least to most seconds (one number, or p - 1); times are where the search begins.  By default
  %   weight is 100, least 0.1 and most 5.
  %
  %   status tells of trouble: SingularityStatus is true where more than one motion has the least jerk, MaxIterStatus
  %   where the search for times ended before its tolerances, MaxTimeStatus where one of the times is most.
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
                               "JerkBoundaryCondition", free, "TimeAllocation", false, "TimeWeight", 100, ...
                               "MinSegmentTime", 0.1, "MaxSegmentTime", 5));
  names = {"Velocity", "Acceleration", "Jerk"};
  [pp, times, samples, status] = leastMotion("minjerkpolytraj", points, times, count, 3, names, options);
  [q, qd, qdd, qddd] = evaluatePieces(pp, samples);
end
