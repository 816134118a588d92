% Rows of length 1; a row of zeros is an error of the function CALLER.
function unit = unitRows(caller, what, numbers)
  size = sqrt(sum(numbers .^ 2, 2));
  if any(size == 0)
    error("condyle:argument", "%s: %s %d has the length 0: expected a direction", caller, what, find(size == 0, 1));
  end
  unit = numbers ./ size;
end
