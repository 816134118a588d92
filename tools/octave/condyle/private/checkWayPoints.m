% Checks way points (n-by-p) and their times, which increase.
function checkWayPoints(caller, points, times)
  if ! isreal(points) || ! isnumeric(points) || size(points, 2) < 2 || ! all(isfinite(points(:)))
    error("condyle:argument", "%s: expected way points as columns, two at least, of finite numbers", caller);
  end
  if nargin > 2 && (numel(times) ~= size(points, 2) || any(diff(times) <= 0) || ! all(isfinite(times)))
    error("condyle:argument", "%s: expected an increasing time for each of the %d way points", caller, ...
          size(points, 2));
  end
end
