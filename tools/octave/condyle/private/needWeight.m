% Returns a weight or a tolerance, a number of 0 or more; NAME names it in the message.
function weight = needWeight(weight, name)
  if ! isnumeric(weight) || ! isreal(weight) || ! isscalar(weight) || ! (weight >= 0)
    error("condyle:argument", "%s: expected a number of 0 or more", name);
  end
end
