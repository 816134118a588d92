% Piecewise polynomials through POINTS (n-by-p) at TIMES with given derivatives there: cubic with velocities, quintic
% with velocities and accelerations (cell array of n-by-p), and so on.
function pp = hermitePieces(times, points, derivatives)
  [n, p] = size(points);
  values = [{points}, derivatives];
  k = numel(values);
  A = hermiteMatrix(k);
  coefficients = zeros(n, p - 1, 2 * k);
  for s = 1:p - 1
    T = times(s + 1) - times(s);
    b = zeros(2 * k, n); # in the time from 0 to 1
    for d = 0:k - 1
      b(d + 1, :) = values{d + 1}(:, s) * T ^ d;
      b(k + d + 1, :) = values{d + 1}(:, s + 1) * T ^ d;
    end
    pieces = (A \ b)' ./ T .^ (2 * k - 1:-1:0);
    coefficients(:, s, :) = permute(pieces, [1 3 2]);
  end
  pp = mkpp(times, reshape(coefficients, n * (p - 1), 2 * k), n);
end
