% Returns COUNT numbers not below LEAST, the property PROPERTY, as a row.
function numbers = needNumbers(property, numbers, count, least)
  if ! isnumeric(numbers) || ! isreal(numbers) || numel(numbers) != count || ! all(isfinite(numbers)) || ...
    any(numbers < least)
    error("condyle:argument", "%s: expected %d numbers%s", property, count, {"", " not below 0"}{1 + (least == 0)});
  end
  numbers = double(numbers(:)');
end
