% Returns bounds [least most] of COUNT numbers, the property PROPERTY.
function bounds = needBounds(property, bounds, count)
  if ! isnumeric(bounds) || ! isreal(bounds) || ! isequal(size(bounds), [count 2]) || ...
    ! all(bounds(:, 1) <= bounds(:, 2))
    error("condyle:argument", "%s: expected %d-by-2 numbers, [least most], the least not above the most", property, ...
          count);
  end
  bounds = double(bounds);
end
