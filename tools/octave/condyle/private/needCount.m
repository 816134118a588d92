% Checks an integer not below 0; WHAT says what is counted.
function needCount(count, what)
  if ! isnumeric(count) || ! isreal(count) || ! isscalar(count) || ! (count >= 0) || count != fix(count) || isinf(count)
    error("condyle:argument", "%s: expected an integer not below 0", what);
  end
end
