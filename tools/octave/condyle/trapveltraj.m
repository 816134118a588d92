function [q, qd, qdd, samples, pp] = trapveltraj(points, count, varargin)
  % TRAPVELTRAJ  Motion through way points with trapezoidal velocities.
  %
  %   [q,qd,qdd,samples,pp] = trapveltraj(points,count)
  %   [...] = trapveltraj(points,count,Name,Value)
  %
  %   Between the way points (columns of points, n-by-p) each coordinate is accelerated, keeps its velocity and is
  %   braked to rest.  The motion is sampled at count times.  At most two of these options, each a number, n numbers
  %   or n-by-(p-1):
  %
  %     PeakVelocity   velocity between acceleration and braking
  %     Acceleration
  %     EndTime        duration from a way point to the next; 1 s where nothing is given
  %     AccelTime      duration of the acceleration; a third of the duration where the options leave it open
  %
  %   Coordinates that arrive before others wait for them at the way point.  pp are the motions of the coordinates as
  %   ppval takes them, a cell array.
  %
  %   Example:
  %     >> [q,qd] = trapveltraj([0 1],4,"EndTime",3,"AccelTime",1);
  %     >> q
  %     q =
  %
  %             0   0.2500   0.7500   1.0000
  %
  %   See also cubicpolytraj, quinticpolytraj, minjerkpolytraj, bsplinepolytraj.
  needArguments(nargin, 2, "trapveltraj(points,count)");
  checkWayPoints("trapveltraj", points);
  checkCount("trapveltraj", count);
  options = readOptions("trapveltraj", asPairs(varargin), ...
                        struct("PeakVelocity", [], "Acceleration", [], "EndTime", [], "AccelTime", []));
  [n, p] = size(points);
  for name = fieldnames(options)'
    options.(name{1}) = spread(options.(name{1}), name{1}, n, p - 1);
  end
  [final, ramp] = deal(zeros(n, p - 1));
  for i = 1:n
    for s = 1:p - 1
      [final(i, s), ramp(i, s)] = profile(options, i, s, abs(points(i, s + 1) - points(i, s)));
    end
  end
  starts = [0, cumsum(max(final, [], 1))];
  samples = linspace(0, starts(end), count);
  [q, qd, qdd] = deal(zeros(n, count));
  pp = cell(n, 1);
  for i = 1:n
    pp{i} = pieces(starts, points(i, :), final(i, :), ramp(i, :));
    [q(i, :), qd(i, :), qdd(i, :)] = evaluatePieces(pp{i}, samples);
  end
end

% Spreads an option over coordinates and segments.
function values = spread(values, name, n, segments)
  if isempty(values)
    return;
  end
  if isvector(values) && numel(values) == n
    values = values(:);
  end
  if ! any(size(values, 1) == [1 n]) || ! any(size(values, 2) == [1 segments]) || ! all(values(:) > 0)
    error("condyle:argument", "trapveltraj: %s: expected a positive number, %d-by-1 or %d-by-%d", name, n, n, segments);
  end
  values = values .* ones(n, segments);
end

% Finds the durations of a segment and of its acceleration over a distance: v = a ramp, distance = v (final - ramp).
function [final, ramp] = profile(options, i, s, distance)
  given = ! [isempty(options.PeakVelocity), isempty(options.Acceleration), isempty(options.EndTime), ...
             isempty(options.AccelTime)];
  if sum(given) > 2
    error("condyle:argument", "trapveltraj: PeakVelocity, Acceleration, EndTime, AccelTime: give two at most");
  end
  v = pick(options.PeakVelocity, i, s, 0);
  a = pick(options.Acceleration, i, s, 0);
  final = pick(options.EndTime, i, s, 1);
  ramp = pick(options.AccelTime, i, s, 0);
  switch sprintf("%d", given)
    case {"0000", "0010"}
      ramp = final / 3;
    case "1000"
      final = 1.5 * distance / v;
      ramp = final / 3;
    case "0100"
      final = sqrt(4.5 * distance / a);
      ramp = final / 3;
    case "0001"
      final = 3 * ramp;
    case "1100"
      ramp = v / a;
      final = distance / v + ramp;
    case "1010"
      ramp = final - distance / v;
    case "1001"
      final = distance / v + ramp;
    case "0110"
      ramp = (final - sqrt(final ^ 2 - 4 * distance / a)) / 2;
    case "0101"
      final = distance / (a * ramp) + ramp;
    otherwise
  end
  if distance == 0
    final *= given(3);
    ramp = final / 3;
  elseif ! isreal(ramp) || ! (ramp > 0) || ramp > final / 2 * (1 + 1e-12)
    error("condyle:argument", ["trapveltraj: no trapezoid of velocities goes %g with these values: the acceleration " ...
          "would take %g of %g s, half of it at most"], distance, real(ramp), final);
  end
end

% The value of an option for a coordinate and a segment.
function value = pick(values, i, s, default)
  value = default;
  if ! isempty(values)
    value = values(i, s);
  end
end

% The motion of one coordinate: in each segment it accelerates, keeps its velocity, brakes, and rests while other
% coordinates take longer.
function pp = pieces(starts, points, final, ramp)
  breaks = starts(1);
  coefficients = zeros(0, 3);
  for s = 1:numel(final)
    if starts(s + 1) == starts(s)
      continue;
    end
    v = 0;
    if final(s) > 0
      v = (points(s + 1) - points(s)) / (final(s) - ramp(s));
    end
    a = 0;
    if v ~= 0
      a = v / ramp(s);
    end
    ends = [ramp(s), final(s) - ramp(s), final(s), starts(s + 1) - starts(s)];
    parts = [a / 2, 0, points(s)
             0, v, points(s) + v * ramp(s) / 2
             -a / 2, v, points(s + 1) - v * ramp(s) / 2
             0, 0, points(s + 1)];
    used = diff([0, ends]) > 1e-12 * ends(4);
    coefficients = [coefficients; parts(used, :)];
    breaks = [breaks, starts(s) + ends(used)];
    breaks(end) = starts(s + 1);
  end
  if isempty(coefficients)
    breaks = [0 1];
    coefficients = [0 0 points(1)];
  end
  pp = mkpp(breaks, coefficients, 1);
end
