% How far numbers are outside of bounds [least most], with sign, and the derivative; J is that of the numbers.
function [e, J] = outside(numbers, J, bounds)
  e = max(numbers - bounds(:, 2), 0) + min(numbers - bounds(:, 1), 0);
  J(e == 0, :) = 0;
end
