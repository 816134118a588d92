% Finds the free derivatives (NaN) at the way points of one coordinate that make the integral of the squared k-th
% derivative least: VALUES is k-by-p, the positions, velocities and so on at TIMES.  Between way points such a motion is
% a polynomial of degree 2 k - 1, whose integral is a quadratic form of the values at its ends: its minimum over the
% free ones is a linear system.
function values = freeDerivatives(times, values)
  [k, p] = size(values);
  H = zeros(k * p);
  for s = 1:p - 1
    ends = [(s - 1) * k + (1:k), s * k + (1:k)];
    H(ends, ends) += effortForm(times(s + 1) - times(s), k);
  end
  x = values(:);
  free = isnan(x);
  x(free) = -H(free, free) \ (H(free, ! free) * x(! free));
  values = reshape(x, k, p);
end

% The form of the values at both ends whose value is the integral of the squared k-th derivative over T.
function form = effortForm(T, k)
  n = 2 * k;
  A = zeros(n);
  Q = zeros(n);
  for d = 0:k - 1
    A(d + 1, n - d) = factorial(d);
    for power = d:n - 1
      A(k + d + 1, n - power) = factorial(power) / factorial(power - d) * T ^ (power - d);
    end
  end
  factor = @(power) factorial(power) / factorial(power - k);
  for i = k:n - 1
    for j = k:n - 1
      total = i + j - 2 * k + 1;
      Q(n - i, n - j) = factor(i) * factor(j) * T ^ total / total;
    end
  end
  form = A' \ Q / A;
end
