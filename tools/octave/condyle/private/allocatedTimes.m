% Times of the way points (n-by-p) at which the integral of the squared m-th derivative, and OPTIONS.TimeWeight for each
% second, are least together; GIVEN are the values of derivatives at the way points, NaN: free.  The logarithms of the
% durations are sought from those of TIMES on.  UNFINISHED: the search ended by its number of steps; LONGEST: a duration
% is the longest that OPTIONS allows.
function [times, unfinished, longest] = allocatedTimes(caller, times, points, given, m, options)
  count = columns(points) - 1;
  lower = log(bound(caller, "MinSegmentTime", options.MinSegmentTime, count));
  upper = log(bound(caller, "MaxSegmentTime", options.MaxSegmentTime, count));
  if any(lower > upper)
    error("condyle:argument", "%s: MinSegmentTime: expected times not above MaxSegmentTime", caller);
  end
  weight = options.TimeWeight;
  if ! isnumeric(weight) || ! isreal(weight) || ! isscalar(weight) || ! (weight > 0 && isfinite(weight))
    error("condyle:argument", "%s: TimeWeight: expected a number above 0", caller);
  end
  start = min(max(log(diff(times(:))), lower), upper);
  cost = @(x) log(costOf(x, points, given, m, weight));
  [x, ~, ended] = sqp(start, {cost, @(x) slopesOf(x, points, given, m, weight)}, [], [], lower, upper, 200, 1e-8);
  if cost(x) > cost(start) || ! all(isfinite(x))
    error("condyle:numeric", "%s: no times of the way points were found; give others to begin with", caller);
  end
  unfinished = ended == 103;
  longest = any(x >= upper - 1e-6);
  times = reshape(times(1) + [0; cumsum(exp(x))], size(times));
end

function numbers = bound(caller, name, numbers, count)
  if ! isnumeric(numbers) || ! isreal(numbers) || ! any(numel(numbers) == [1 count]) || ! all(numbers(:) > 0) || ...
     ! all(isfinite(numbers(:)))
    error("condyle:argument", "%s: %s: expected a time above 0, or %d of them", caller, name, count);
  end
  numbers = numbers(:) .* ones(count, 1);
end

function [cost, slopes] = costOf(x, points, given, m, weight)
  times = [0; cumsum(exp(x))];
  cost = weight * times(end);
  slopes = weight * exp(x);
  for row = 1:rows(points)
    values = [points(row, :); cell2mat(cellfun(@(each) each(row, :), given(:), "UniformOutput", false))];
    [~, ~, effort, own] = freeDerivatives(times, values, m);
    cost += effort;
    slopes += own;
  end
end

function slopes = slopesOf(x, points, given, m, weight)
  [cost, slopes] = costOf(x, points, given, m, weight);
  slopes /= cost;
end
