% Whether VALUE, an argument of the name NAME, is true as a condition of `if` is: all of its numbers.
function yes = isTrue(value, name)
  if ! (islogical(value) || (isnumeric(value) && isreal(value)))
    error("condyle:argument", "%s: expected true or false", name);
  end
  yes = ! isempty(value) && all(value(:));
end
