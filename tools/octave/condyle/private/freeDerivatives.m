% Finds the free derivatives (NaN) at the way points of one coordinate that make the integral of the squared m-th
% derivative least: VALUES is k-by-p, the positions, velocities and so on at TIMES.  Between way points the motion is a
% polynomial of degree 2 k - 1, whose integral is a quadratic form of the values at its ends: its minimum over the free
% ones is a linear system, SINGULAR where it has several solutions, of which the least is taken.  EFFORT is that
% integral, SLOPES (p - 1) its derivatives by the logarithms of the times between way points.
function [values, singular, effort, slopes] = freeDerivatives(times, values, m)
  [k, p] = size(values);
  H = zeros(k * p);
  places = @(s) [(s - 1) * k + (1:k), s * k + (1:k)];
  for s = 1:p - 1
    H(places(s), places(s)) += effortForm(times(s + 1) - times(s), k, m);
  end
  x = values(:);
  free = isnan(x);
  singular = false;
  if any(free)
    [factor, failed] = chol(H(free, free));
    scale = 1 ./ sqrt(max(diag(H)(free), realmin()));
    singular = failed != 0 || rcond(scale .* H(free, free) .* scale') < 1e-14;
    if singular
      x(free) = -pinv(H(free, free)) * (H(free, ! free) * x(! free));
    else
      x(free) = -factor \ (factor' \ (H(free, ! free) * x(! free)));
    end
  end
  values = reshape(x, k, p);
  if nargout > 2
    effort = x' * H * x;
    slopes = zeros(p - 1, 1);
    for s = 1:p - 1 # the free values are those of the minimum: only the form changes
      [form, powers] = effortForm(times(s + 1) - times(s), k, m);
      slopes(s) = x(places(s))' * (form .* powers) * x(places(s));
    end
  end
end

% The form of the values at both ends whose value is the integral of the squared m-th derivative over T: that of T = 1,
% each element times a power of T.
function [form, powers] = effortForm(T, k, m)
  persistent units = {};
  if any(size(units) < [k m]) || isempty(units{k, m})
    units{k, m} = unitForm(k, m);
  end
  order = [0:k - 1, 0:k - 1];
  powers = order' + order + 1 - 2 * m;
  form = units{k, m} .* T .^ powers;
end

function form = unitForm(k, m)
  n = 2 * k;
  A = hermiteMatrix(k);
  Q = zeros(n);
  factor = @(power) factorial(power) / factorial(power - m);
  for i = m:n - 1
    for j = m:n - 1
      Q(n - i, n - j) = factor(i) * factor(j) / (i + j - 2 * m + 1);
    end
  end
  form = A' \ Q / A;
end
