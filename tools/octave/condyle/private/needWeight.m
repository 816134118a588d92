% Returns a weight or a tolerance, a number of 0 or more; NAME names it in the message.  FINITE: Inf is refused.
function weight = needWeight(weight, name, finite = false)
  if ! isnumeric(weight) || ! isreal(weight) || ! isscalar(weight) || ! (weight >= 0) || (finite && isinf(weight))
    error("condyle:argument", "%s: expected a number of 0 or more", name);
  end
end
