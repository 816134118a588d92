% Piecewise polynomials through POINTS (n-by-p) at TIMES with given derivatives there: cubic with velocities, quintic
% with velocities and accelerations (cell array of n-by-p).
function pp = hermitePieces(times, points, derivatives)
  [n, p] = size(points);
  values = [{points}, derivatives];
  k = numel(values);
  coefficients = zeros(n, p - 1, 2 * k);
  for s = 1:p - 1
    T = times(s + 1) - times(s);
    A = zeros(2 * k);
    b = zeros(2 * k, n);
    for d = 0:k - 1
      A(d + 1, 2 * k - d) = factorial(d);
      for power = d:2 * k - 1
        A(k + d + 1, 2 * k - power) = factorial(power) / factorial(power - d) * T ^ (power - d);
      end
      b(d + 1, :) = values{d + 1}(:, s);
      b(k + d + 1, :) = values{d + 1}(:, s + 1);
    end
    coefficients(:, s, :) = permute((A \ b)', [1 3 2]);
  end
  pp = mkpp(times, reshape(coefficients, n * (p - 1), 2 * k), n);
end
