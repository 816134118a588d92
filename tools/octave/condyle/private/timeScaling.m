% The position s on a way from 0 to 1 and its two derivatives at TIMES, 3-by-m: as the option TimeScaling gives them, or
% with a constant velocity over INTERVAL, at rest before and behind it.
function s = timeScaling(caller, given, interval, times)
  if ! isnumeric(interval) || numel(interval) != 2 || ! (interval(2) > interval(1)) || ! all(isfinite(interval))
    error("condyle:argument", "%s: expected the interval of time as [begin end]", caller);
  end
  if ! isnumeric(times) || ! isreal(times) || ! isvector(times) || any(isnan(times))
    error("condyle:argument", "%s: expected a vector of times", caller);
  end
  m = numel(times);
  if isempty(given)
    duration = interval(2) - interval(1);
    inside = times(:)' >= interval(1) & times(:)' <= interval(2);
    s = [min(max((times(:)' - interval(1)) / duration, 0), 1); inside / duration; zeros(1, m)];
  elseif isnumeric(given) && isreal(given) && isequal(size(given), [3 m])
    s = given;
  else
    error("condyle:argument", "%s: TimeScaling: expected 3-by-%d numbers, [s; sd; sdd] at each time", caller, m);
  end
end
