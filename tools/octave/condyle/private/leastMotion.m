% The motion through way points (n-by-p) that has the least integral of the squared m-th derivative among those whose
% pieces are polynomials and whose derivatives up to those of NAMES, "Velocity" first, have no step; OPTIONS has their
% values at the way points, NaN: free, and whether and how the times of the way points are chosen.  STATUS tells of
% trouble.
function [pp, times, samples, status] = leastMotion(caller, points, times, count, m, names, options)
  given = cellfun(@(name) options.([name "BoundaryCondition"]), names(:), "UniformOutput", false);
  if ! all(cellfun(@(values) isnumeric(values) && isequal(size(values), size(points)), given))
    error("condyle:argument", "%s: boundary conditions: expected %d-by-%d", caller, size(points));
  end
  status = struct("SingularityStatus", false, "MaxIterStatus", false, "MaxTimeStatus", false);
  if isOn(options.TimeAllocation, "TimeAllocation")
    [times, status.MaxIterStatus, status.MaxTimeStatus] = allocatedTimes(caller, times, points, given, m, options);
  end
  for row = 1:rows(points)
    lower = cell2mat(cellfun(@(values) values(row, :), given, "UniformOutput", false));
    [values, singular] = freeDerivatives(times, [points(row, :); lower], m);
    status.SingularityStatus |= singular;
    for k = 1:numel(given)
      given{k}(row, :) = values(k + 1, :);
    end
  end
  pp = hermitePieces(times, points, given');
  samples = linspace(times(1), times(end), count);
end
