% Fails where a function was called with fewer arguments than it needs; USAGE says how it is called.
function needArguments(given, least, usage)
  if given < least
    error("condyle:argument", "expected %s", usage);
  end
end
