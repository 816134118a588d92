% Returns a name of a body, the property PROPERTY of a constraint.
function name = needName(property, name)
  if ! ischar(name)
    error("condyle:argument", "%s: expected the name of a body, not %s", property, class(name));
  end
end
