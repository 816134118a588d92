function [q, qd, qdd, times, info] = contopptraj(points, velocities, accelerations, varargin)
  % CONTOPPTRAJ  Fastest motion along a path through way points under limits of velocity and acceleration.
  %
  %   [q,qd,qdd,times] = contopptraj(points,velocities,accelerations)
  %   [q,qd,qdd,times] = contopptraj(pp,velocities,accelerations)
  %   [q,qd,qdd,times,info] = contopptraj(...,"NumSamples",count)
  %
  %   points is n-by-p; the path is the cubic spline through them over the length of their chords (a straight line
  %   through two).  pp is a path as piecewise polynomials of its own parameter, as cubicpolytraj gives them.
  %   velocities and accelerations are n-by-2, [least most] of each coordinate.  The motion begins and ends at rest; q,
  %   qd and qdd, n-by-count, are its samples at times, 100 by default, equally apart.  info has MaxTimeStep, the
  %   longest time between points of the path; ExitFlag 1; and Status, "success".
  %
  %   The limits hold at 1000 points of the path or more, by reachability analysis (Pham and Pham 2018, TOPP-RA).
  %
  %   Example:
  %     >> [q,qd,qdd,t] = contopptraj([0 1],[-1 1],[-2 2]);
  %     >> t(end)
  %     ans = 1.5000
  %
  %   See also trapveltraj, minjerkpolytraj.
  needArguments(nargin, 3, "contopptraj(points,velocities,accelerations)");
  if isstruct(points)
    [path, breaks] = pathOf(points);
    n = path.dim;
  else
    checkWayPoints("contopptraj", points);
    n = rows(points);
  end
  options = readOptions("contopptraj", asPairs(varargin), struct("NumSamples", 100));
  checkCount("contopptraj", options.NumSamples);
  checkLimits(velocities, "velocities", n);
  checkLimits(accelerations, "accelerations", n);
  if ! isstruct(points)
    [path, breaks] = splineThrough(points);
  end
  grid = unique([breaks, linspace(breaks(1), breaks(end), max(1001, 50 * numel(breaks)))]);
  [~, d1, d2] = onPath(path, grid);
  x = fastest(grid, d1, d2, velocities, accelerations); # squared velocities along the path
  speed = sqrt(x);
  steps = 2 * diff(grid) ./ (speed(1:end - 1) + speed(2:end));
  at = [0, cumsum(steps)];
  info = struct("MaxTimeStep", max(steps), "ExitFlag", 1, "Status", "success");
  times = linspace(0, at(end), options.NumSamples);
  i = min(lookup(at, times), numel(grid) - 1);
  u = (diff(x) ./ (2 * diff(grid)))(i);
  since = times - at(i);
  s = min(grid(i) + speed(i) .* since + u .* since .^ 2 / 2, breaks(end));
  rate = max(speed(i) + u .* since, 0);
  [q, d1, d2] = onPath(path, s);
  qd = d1 .* rate;
  qdd = d2 .* rate .^ 2 + d1 .* u;
end

% The cubic spline through points over the length of their chords, or a straight line.
function [path, breaks] = splineThrough(points)
  chords = sqrt(sum(diff(points, 1, 2) .^ 2, 1));
  if any(chords == 0)
    error("condyle:argument", "contopptraj: way points %d and %d are the same", find(chords == 0, 1) + [0 1]);
  end
  breaks = [0, cumsum(chords)];
  if columns(points) == 2
    path = mkpp(breaks, [diff(points, 1, 2) / chords, points(:, 1)], rows(points));
  else
    path = spline(breaks, points);
  end
end

% A path that is given as piecewise polynomials, without the pieces before the first and after the last break of motion
% that MATLAB's functions add.
function [path, breaks] = pathOf(path)
  if ! isfield(path, "form") || ! strcmp(path.form, "pp")
    error("condyle:argument", "contopptraj: expected way points as columns, or piecewise polynomials");
  end
  path.dim = prod(path.dim);
  breaks = path.breaks(:)';
end

function checkLimits(limits, name, n)
  if ! isnumeric(limits) || ! isreal(limits) || ! isequal(size(limits), [n 2]) || ! all(limits(:, 1) < 0 & limits(:, ...
      2) > 0)
    error("condyle:argument", "contopptraj: %s: expected %d-by-2 limits, [below 0, above 0]", name, n);
  end
end

% Points of a path and their first two derivatives by its length.
function [p, d1, d2] = onPath(path, s)
  n = path.dim;
  first = ppder(path);
  second = ppder(first);
  p = reshape(ppval(path, s), n, []);
  d1 = reshape(ppval(first, s), n, []);
  d2 = reshape(ppval(second, s), n, []);
end

% The largest squared velocities x along the path: backward, the largest from which the end can be reached; forward, the
% largest that can be reached.  The acceleration u along the path meets least <= d1 u + d2 x <= most.
function x = fastest(s, d1, d2, velocities, accelerations)
  m = numel(s);
  bound = min(min((velocities(:, 2) ./ max(d1, 1e-12)) .^ 2, (velocities(:, 1) ./ min(d1, -1e-12)) .^ 2), [], 1);
  reach = zeros(1, m);
  for i = m - 1:-1:1
    h = 2 * (s(i + 1) - s(i));
    [low, high, most] = linesBetween(d1, d2, i, h, accelerations);
    low(end + 1, :) = [0, -1] / h;                 # x + h u >= 0
    high(end + 1, :) = [reach(i + 1), -1] / h;     # x + h u <= reach of the next
    gap = high(:, 1)' - low(:, 1);                 # low line <= high line: gap + slope x >= 0
    slope = high(:, 2)' - low(:, 2);
    falling = slope < -1e-12;
    reach(i) = max(0, min([bound(i); most; (gap ./ -slope)(falling)]));
  end
  x = zeros(1, m);
  for i = 1:m - 1
    [~, high] = linesBetween(d1, d2, i, 2 * (s(i + 1) - s(i)), accelerations);
    u = min(high(:, 1) + high(:, 2) * x(i));
    x(i + 1) = min(max(x(i) + 2 * (s(i + 1) - s(i)) * u, 0), reach(i + 1));
  end
end

% Lines [value at x = 0, slope] below and above u, which is constant from point i to the next, where x has become x + h
% u: from the coordinates that u moves at either end; and the largest x of the others.
function [low, high, most] = linesBetween(d1, d2, i, h, limits)
  a = [d1(:, i); d1(:, i + 1) + h * d2(:, i + 1)];
  b = [d2(:, i); d2(:, i + 1)];
  limits = [limits; limits];
  up = a > 1e-12;
  down = a < -1e-12;
  rest = ! up & ! down;
  low = [limits(up, 1) ./ a(up), -b(up) ./ a(up); limits(down, 2) ./ a(down), -b(down) ./ a(down)];
  high = [limits(up, 2) ./ a(up), -b(up) ./ a(up); limits(down, 1) ./ a(down), -b(down) ./ a(down)];
  most = min([Inf; limits(rest & b > 0, 2) ./ b(rest & b > 0); limits(rest & b < 0, 1) ./ b(rest & b < 0)]);
end
