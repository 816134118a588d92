function [tforms, vel, acc] = transformtraj(T0, TF, interval, times, varargin)
  % TRANSFORMTRAJ  Motion from one pose to another: on a straight line, turning about one axis.
  %
  %   [tforms,vel,acc] = transformtraj(T0,TF,interval,times)
  %   [tforms,vel,acc] = transformtraj(...,"TimeScaling",s)
  %
  %   T0 and TF are 4-by-4 or se3 objects; interval is [begin end], s.  tforms are the poses at times, 4-by-4-by-m or an
  %   array of se3 objects; vel and acc, 6-by-m, are the velocities and accelerations [angular; linear] in the base
  %   frame. The motion has constant velocities, or goes by s (3-by-m): the position from 0 to 1 and its two derivatives
  %   by time.
  %
  %   Example:
  %     >> [T,vel] = transformtraj(eye(4),trvec2tform([0 0 2]),[0 4],[0 1 4]);
  %     >> tform2trvec(T)
  %     ans =
  %
  %             0        0        0
  %             0        0   0.5000
  %             0        0   2.0000
  %
  %     >> vel(:,2)'
  %     ans =
  %
  %             0        0        0        0        0   0.5000
  %
  %   See also rottraj, quinticpolytraj, se3.
  needArguments(nargin, 4, "transformtraj(T0,TF,interval,times)");
  options = readOptions("transformtraj", asPairs(varargin), struct("TimeScaling", []));
  s = timeScaling("transformtraj", options.TimeScaling, interval, times);
  first = needPages("transformtraj", "a pose", T0, 4);
  last = needPages("transformtraj", "a pose", TF, 4);
  if size(first, 3) != 1 || size(last, 3) != 1
    error("condyle:argument", "transformtraj: expected one pose at the beginning and one at the end");
  end
  [R, omega, alpha] = rottraj(first(1:3, 1:3), last(1:3, 1:3), interval, times, "TimeScaling", s);
  way = last(1:3, 4) - first(1:3, 4);
  tforms = transformFrom(R);
  tforms(1:3, 4, :) = reshape(first(1:3, 4) + way * s(1, :), 3, 1, []);
  vel = [omega; way * s(2, :)];
  acc = [alpha; way * s(3, :)];
  if isa(T0, "se3")
    tforms = se3(tforms);
  end
end
