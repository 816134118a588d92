% The matrix from the coefficients of a polynomial of degree 2 k - 1, the highest power first, to its value and k - 1
% derivatives at 0, and those at 1.
function A = hermiteMatrix(k)
  n = 2 * k;
  A = zeros(n);
  for d = 0:k - 1
    A(d + 1, n - d) = factorial(d);
    for power = d:n - 1
      A(k + d + 1, n - power) = factorial(power) / factorial(power - d);
    end
  end
end
