% In how many pieces of at most DISTANCE a way of some length is checked for collisions; more than a million are an
% error.
function pieces = waysInPieces(length, distance)
  pieces = max(1, ceil(length / distance));
  if ! (pieces <= 1e6)
    error("condyle:argument", "ValidationDistance: %g makes %g checks on a way of %g; expected at most a million", ...
          distance, pieces, length);
  end
end
