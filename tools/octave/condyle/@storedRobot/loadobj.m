% Called by load: gives the stored robot a key of its own, because it is no copy of the variable that was saved.
function stored = loadobj(stored)
  stored.Key = tic();
end
