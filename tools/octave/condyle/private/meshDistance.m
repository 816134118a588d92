% Signed distances (1-by-n) of POINTS (3-by-n) from the surface of a mesh, below 0 inside, and the unit directions
% (3-by-n) in which they grow.  VERTICES are m-by-3, FACES k-by-3, all turning the same way.
function [distance, away] = meshDistance(points, vertices, faces)
  [normals, offsets] = planesOf(vertices', faces');
  heights = normals' * vertices' - offsets';
  if all(heights(:) <= 1e-9 * max(1, max(abs(vertices(:)))))
    [distance, away] = hullDistance(points, vertices', normals, offsets);
  else
    [distance, away] = surfaceDistance(points, vertices, faces);
  end
end

% The planes of triangles: unit normals (3-by-k) and their distances from the origin (1-by-k).
function [normals, offsets] = planesOf(vertices, faces)
  a = vertices(:, faces(1, :));
  normals = cross(vertices(:, faces(2, :)) - a, vertices(:, faces(3, :)) - a, 1);
  sizes = sqrt(sum(normals.^2, 1));
  flat = sizes <= eps * max(sizes);
  normals = normals(:, ! flat) ./ sizes(! flat);
  offsets = sum(normals .* a(:, ! flat), 1);
end

% A convex mesh whose planes look outward: the highest plane inside, the nearest point of the hull outside.
function [distance, away] = hullDistance(points, corners, normals, offsets)
  [distance, nearest] = max(normals' * points - offsets', [], 1);
  away = normals(:, nearest);
  outside = find(distance > 0);
  if isempty(outside)
    return;
  end
  count = numel(outside);
  [table, packed] = packShapes([{0, corners, 0}; repmat({0, zeros(3, 1), 0}, count, 1)]);
  places = repmat(eye(4), [1, 1, count + 1]);
  places(1:3, 4, 2:end) = points(:, outside);
  [own, ends] = condyle("separations", table, packed, places, [ones(1, count); 1 + (1:count)], false);
  apart = ! isnan(own); # else on the surface, which the plane gives
  distance(outside(apart)) = own(apart);
  ends = ends(:, 1:2:end);
  away(:, outside(apart)) = (points(:, outside(apart)) - ends(:, apart)) ./ own(apart);
end

% Any closed mesh, triangle after triangle.
function [distance, away] = surfaceDistance(points, vertices, faces)
  n = columns(points);
  best = Inf(1, n);
  nearest = zeros(3, n);
  turns = zeros(1, n);
  for face = faces'
    corners = vertices(face, :)';
    near = nearestOfTriangle(points, corners);
    square = sum((points - near).^2, 1);
    closer = square < best;
    best(closer) = square(closer);
    nearest(:, closer) = near(:, closer);
    turns += solidAngle(points, corners);
  end
  inside = abs(turns) > 2 * pi; # half of the sphere of directions and more
  distance = sqrt(best);
  away = (points - nearest) ./ max(distance, eps);
  distance(inside) *= -1;
  away(:, inside) *= -1;
end

% The points of a triangle (3-by-3, a column each corner) nearest to POINTS: in its plane, or on one of its edges.
function near = nearestOfTriangle(points, corners)
  [a, b, c] = deal(corners(:, 1), corners(:, 2), corners(:, 3));
  normal = cross(b - a, c - a);
  area = sum(normal.^2);
  if area == 0
    near = nearestOfEdges(points, corners);
    return;
  end
  near = points - normal * (normal' * (points - a)) / area;
  second = (cross(normal, c - a)' * (points - a)) / -area; # barycentric coordinates of b and of c
  third = (cross(normal, b - a)' * (points - a)) / area;
  outside = second < 0 | third < 0 | second + third > 1;
  near(:, outside) = nearestOfEdges(points(:, outside), corners);
end

function near = nearestOfEdges(points, corners)
  best = Inf(1, columns(points));
  near = zeros(size(points));
  for k = 1:3
    from = corners(:, k);
    along = corners(:, mod(k, 3) + 1) - from;
    share = min(max((along' * (points - from)) / max(sum(along.^2), realmin), 0), 1);
    candidate = from + along * share;
    square = sum((points - candidate).^2, 1);
    closer = square < best;
    best(closer) = square(closer);
    near(:, closer) = candidate(:, closer);
  end
end

% The solid angle under which POINTS see a triangle, by Van Oosterom and Strackee, 1983.
function angle = solidAngle(points, corners)
  [a, b, c] = deal(corners(:, 1) - points, corners(:, 2) - points, corners(:, 3) - points);
  [la, lb, lc] = deal(sqrt(sum(a.^2, 1)), sqrt(sum(b.^2, 1)), sqrt(sum(c.^2, 1)));
  volume = sum(a .* cross(b, c, 1), 1);
  angle = 2 * atan2(volume, la .* lb .* lc + sum(a .* b, 1) .* lc + sum(b .* c, 1) .* la + sum(c .* a, 1) .* lb);
end
