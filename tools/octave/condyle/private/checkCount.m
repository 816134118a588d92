% Checks a number of samples.
function checkCount(caller, count)
  if ! isnumeric(count) || ! isscalar(count) || ! (count >= 1) || count ~= fix(count) || isinf(count)
    error("condyle:argument", "%s: expected a number of samples, an integer above 0", caller);
  end
end
