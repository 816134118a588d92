% Checks an integer above 0.
function needWhole(count, caller)
  if ! isnumeric(count) || ! isreal(count) || ! isscalar(count) || ! (count >= 1) || count != fix(count) || isinf(count)
    error("condyle:argument", "%s: expected an integer above 0", caller);
  end
end
