classdef waypointTrajectory < sampledTrajectory
  % WAYPOINTTRAJECTORY  A motion in space through way points at given times, sample after sample.
  %
  %   trajectory = waypointTrajectory(waypoints,times)
  %   trajectory = waypointTrajectory(waypoints,times,Name,Value)
  %   trajectory = waypointTrajectory("Waypoints",waypoints,"TimeOfArrival",times,...)
  %   [position,orientation,velocity,acceleration,turnRate] = trajectory()
  %
  %   waypoints are rows [x y z], times one each, increasing.  Velocities (rows) are those at the way points; without
  %   them the motion is the spline whose acceleration has no jumps, at rest at both ends.  Between way points MATLAB
  %   follows curves of another kind: the numbers there differ.  GroundSpeed and JerkLimit are not there.  Other
  %   properties and methods are those of sampledTrajectory.
  %
  %   Example:
  %     >> trajectory = waypointTrajectory([0 0 0; 1 0 0; 1 1 0],[0 1 2],"SampleRate",10);
  %     >> [position,~,velocity] = lookupPose(trajectory,[0 1 2]);
  %     >> position
  %     position =
  %
  %        0   0   0
  %        1   0   0
  %        1   1   0
  %
  %     >> norm(velocity([1 3],:)) < 1e-12
  %     ans = 1
  %
  %   See also sampledTrajectory, polynomialTrajectory.
  methods
    function trajectory = waypointTrajectory(points, times, varargin)
      if nargin == 0
        [points, times] = deal(zeros(2, 3), [0 1]);
      elseif nargin > 1 && ischar(points)
        [points, times, varargin] = byName([{points, times}, varargin]);
      elseif nargin < 2
        needArguments(nargin, 2, "waypointTrajectory(waypoints,times)");
      end
      points = needRows("waypointTrajectory", "way points", points, 3);
      times = times(:)';
      if rows(points) < 2
        error("condyle:argument", "waypointTrajectory: expected at least 2 way points");
      end
      checkWayPoints("waypointTrajectory", points', times);
      pairs = asPairs(varargin);
      given = find(cellfun(@(name) ischar(name) && strcmpi(name, "Velocities"), pairs(1:2:end)));
      velocities = [];
      if ! isempty(given)
        velocities = needRows("waypointTrajectory", "velocities", pairs{2 * given(end)}, 3);
        pairs([2 * given - 1, 2 * given]) = [];
      end
      if isempty(velocities)
        pieces = spline(times, [zeros(3, 1), points', zeros(3, 1)]);
      elseif rows(velocities) == rows(points)
        pieces = hermitePieces(times, points', {velocities'});
      else
        error("condyle:argument", "waypointTrajectory: expected %d velocities", rows(points));
      end
      begin(trajectory, pieces, pairs);
    end
  end
end

% Way points and their times among pairs of names and values; the other pairs.
function [points, times, rest] = byName(pairs)
  names = pairs(1:2:end);
  place = zeros(1, 2);
  for k = 1:2
    wanted = {"Waypoints", "TimeOfArrival"}{k};
    found = find(cellfun(@(name) ischar(name) && strcmpi(name, wanted), names), 1);
    if mod(numel(pairs), 2) == 1 || isempty(found)
      error("condyle:argument", "waypointTrajectory: expected ""%s"" and its value", wanted);
    end
    place(k) = 2 * found - 1;
  end
  points = pairs{place(1) + 1};
  times = pairs{place(2) + 1};
  pairs([place, place + 1]) = [];
  rest = pairs;
end
