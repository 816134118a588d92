function valid = isvalid(objects)
  % ISVALID  Tell whether handles of graphics are there; true for objects.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> h = plot([1 2 3]);
  %     >> isvalid(h)
  %     ans = 1
  %     >> delete(h)
  %     >> isvalid(h)
  %     ans = 0
  valid = isobject(objects);
  if isnumeric(objects)
    valid = ishghandle(objects);
  end
end
