% Fails where the value for a property is empty, since an empty value in a call of the mex file keeps the old one.
function needValue(value, property)
  if isempty(value)
    error("condyle:argument", "%s: expected numbers, not an empty array", property);
  end
end
