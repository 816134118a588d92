% Finds the free derivatives (NaN) at the way points of one coordinate that make the integral of the squared k-th
% derivative least: VALUES is k-by-p, the positions, velocities and so on at TIMES.  Between way points such a motion is
% a polynomial of degree 2 k - 1, whose integral is a quadratic form of the values at its ends: its minimum over the
% free ones is a linear system.  EFFORT is that integral, SLOPES (p - 1) its derivatives by the logarithms of the times
% between way points.
function [values, effort, slopes] = freeDerivatives(times, values)
  [k, p] = size(values);
  H = zeros(k * p);
  places = @(s) [(s - 1) * k + (1:k), s * k + (1:k)];
  for s = 1:p - 1
    H(places(s), places(s)) += effortForm(times(s + 1) - times(s), k);
  end
  x = values(:);
  free = isnan(x);
  x(free) = -H(free, free) \ (H(free, ! free) * x(! free));
  values = reshape(x, k, p);
  if nargout > 1
    effort = x' * H * x;
    slopes = zeros(p - 1, 1);
    for s = 1:p - 1 # the free values are those of the minimum: only the form changes
      [form, powers] = effortForm(times(s + 1) - times(s), k);
      slopes(s) = x(places(s))' * (form .* powers) * x(places(s));
    end
  end
end

% The form of the values at both ends whose value is the integral of the squared k-th derivative over T: that of T = 1,
% each element times a power of T.
function [form, powers] = effortForm(T, k)
  persistent units = {};
  if numel(units) < k || isempty(units{k})
    units{k} = unitForm(k);
  end
  order = [0:k - 1, 0:k - 1];
  powers = order' + order + 1 - 2 * k;
  form = units{k} .* T .^ powers;
end

function form = unitForm(k)
  n = 2 * k;
  A = zeros(n);
  Q = zeros(n);
  for d = 0:k - 1
    A(d + 1, n - d) = factorial(d);
    for power = d:n - 1
      A(k + d + 1, n - power) = factorial(power) / factorial(power - d);
    end
  end
  factor = @(power) factorial(power) / factorial(power - k);
  for i = k:n - 1
    for j = k:n - 1
      Q(n - i, n - j) = factor(i) * factor(j) / (i + j - 2 * k + 1);
    end
  end
  form = A' \ Q / A;
end
