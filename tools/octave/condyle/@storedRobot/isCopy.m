% Tells whether two stored robots are copies of one variable.
function same = isCopy(stored, other)
  same = isequal(stored.Key, other.Key);
end
