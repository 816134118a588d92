% Fails where the value for a property is empty, which in the mex file means that the old one stays.
function needValue(value, property)
  if isempty(value)
    error("condyle:argument", "%s: expected numbers, not an empty array", property);
  end
end
