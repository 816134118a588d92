function curve = cscvn(points)
  % CSCVN  The natural or periodic cubic spline curve through points.
  %
  %   curve = cscvn(points)     points is d-by-n; curve is piecewise polynomials, for ppval, fnval, fnplt
  %
  %   The parameter grows from point to point by the square root of their distance (centripetal, E. T. Y. Lee, Choosing
  %   nodes in parametric curve interpolation, 1989).  Where the last point is the first one and no others are the same,
  %   the curve
  %   is periodic; otherwise its second derivative is zero at the ends.  Two equal points that follow each other make a
  %   corner.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> curve = cscvn([0 1 4; 0 0 0]);
  %     >> ppval(curve,curve.breaks)
  %     ans =
  %
  %        0   1   4
  %        0   0   0
  if nargin != 1
    print_usage();
  end
  if ! isnumeric(points) || ! isreal(points) || columns(points) < 2 || ! all(isfinite(points(:)))
    error("condyle:argument", "cscvn: expected points as columns, two at least, of finite numbers");
  end
  steps = sqrt(sqrt(sumsq(diff(points, 1, 2), 1)));
  corners = find(steps == 0);
  closed = isempty(corners) && columns(points) > 3 && isequal(points(:, 1), points(:, end));
  first = [1, corners + 1];
  last = [corners, columns(points)];
  long = last > first;
  if ! any(long)
    error("condyle:argument", "cscvn: all points are the same");
  end
  breaks = 0;
  pieces = zeros(rows(points), 0, 4);
  for k = find(long)
    at = cumsum([0, steps(first(k):last(k) - 1)]);
    pieces = [pieces, cubics(at, points(:, first(k):last(k)), closed)];
    breaks = [breaks, breaks(end) + at(2:end)];
  end
  curve = mkpp(breaks, reshape(pieces, [], 4), rows(points));
end

% The cubics between points at parameters, d-by-pieces-by-4, from their second derivatives, which make the slopes meet.
function pieces = cubics(at, points, closed)
  h = diff(at);
  slope = diff(points, 1, 2) ./ h;
  n = numel(at);
  if closed # the last point's second derivative is that of the first
    m = n - 1;
    before = [m, 1:m - 1];
    A = full(sparse([1:m, 1:m, 1:m], [before, 1:m, [2:m, 1]], [h(before), 2 * (h(before) + h), h], m, m));
    second = (A \ (6 * (slope - slope(:, before)))')';
    second(:, n) = second(:, 1);
  else
    second = zeros(rows(points), n);
    if n > 2
      A = diag(2 * (h(1:end - 1) + h(2:end))) + diag(h(2:end - 1), 1) + diag(h(2:end - 1), -1);
      second(:, 2:n - 1) = (A \ (6 * diff(slope, 1, 2))')';
    end
  end
  left = second(:, 1:end - 1);
  right = second(:, 2:end);
  pieces = cat(3, (right - left) ./ (6 * h), left / 2, slope - h .* (2 * left + right) / 6, points(:, 1:end - 1));
end
