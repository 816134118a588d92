% The corners of the convex hull of points (3-by-n); all points where they lie in a plane.
function points = hullPoints(points)
  try
    points = points(:, unique(convhulln(points')));
  catch
    return; # flat
  end
end
