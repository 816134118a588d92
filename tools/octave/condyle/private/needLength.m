% Checks a size of a shape: above 0, or not below it where FLAT is true.
function length = needLength(length, caller, what, flat = false)
  if ! isnumeric(length) || ! isreal(length) || ! isscalar(length) || ! (length >= 0) || isinf(length) || ...
     (length == 0 && ! flat)
    error("condyle:argument", "%s: expected %s above 0, in m", caller, what);
  end
  length = double(length);
end
