% Fails where an argument is of another class.
function needClass(argument, name)
  if ! isa(argument, name)
    error("condyle:argument", "expected a %s, not %s", name, class(argument));
  end
end
