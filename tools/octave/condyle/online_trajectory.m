function [duration, q, qd, qdd, qddd] = online_trajectory(start, goal, limits, t = [], least_duration = 0)
  % ONLINE_TRAJECTORY  Fastest motion from any state to any state with limits of velocity, acceleration and jerk.
  %
  %   duration = online_trajectory(start,goal,limits)
  %   [duration,q,qd,qdd,qddd] = online_trajectory(start,goal,limits,t)
  %   [...] = online_trajectory(start,goal,limits,t,least_duration)
  %
  %   start and goal have a row [q qd qdd] for each coordinate, limits a row [velocity acceleration jerk]; velocity and
  %   acceleration may be Inf.  All coordinates arrive at the same time, as fast as they can, or later if least_duration
  %   (s) says so.  A start outside of the limits is first led back within them.  Positions, velocities, accelerations
  %   and jerks have a column for each time of t; from the end on the motion goes on with the goal's acceleration.
  %
  %   Example:
  %     >> [duration,q] = online_trajectory([0 0 0; 1 0 0],[1 0 0; 0.5 0 0],[2 5 50; 2 5 50],[0.5 1]);
  %     >> printf("%.3f\n",duration)
  %     1.000
  %     >> printf("%.3f %.3f\n",q')
  %     0.500 1.000
  %     0.750 0.500
  %
  %   See also trapveltraj, contopptraj.
  needArguments(nargin, 3, "online_trajectory(start,goal,limits)");
  [duration, q, qd, qdd, qddd] = condyle("online_trajectory", start, goal, limits, t, least_duration);
end
