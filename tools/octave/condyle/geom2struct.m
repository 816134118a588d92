function meshes = geom2struct(geometries, varargin)
  % GEOM2STRUCT  Collision objects as meshes, for meshtsdf.
  %
  %   meshes = geom2struct(objects)                       a cell array of collision objects, or one
  %   meshes = geom2struct(objects,id)                    an identifier for each, integers not below 0; 1, 2, ... by
  %                                                       default
  %   meshes = geom2struct(...,"LocalOffsetPose",T)       transforms that the corners undergo in their object's frame,
  %                                                       4-by-4, or 4-by-4-by-n
  %
  %   meshes is a struct array, an element for each object: ID, Vertices (m-by-3, in the object's frame), Faces
  %   (triangles, k-by-3, counter-clockwise from outside) and Pose (4-by-4).
  %
  %   Example:
  %     >> meshes = geom2struct({collisionBox(1,1,1),collisionSphere(0.2)});
  %     >> [meshes.ID]
  %     ans =
  %
  %        1   2
  %
  %   See also meshtsdf, manipulatorCHOMP, collisionBox.
  needArguments(nargin, 1, "geom2struct(objects)");
  pairs = asPairs(varargin);
  id = [];
  if ! isempty(pairs) && ! ischar(pairs{1})
    [id, pairs] = deal(pairs{1}, pairs(2:end));
  end
  options = readOptions("geom2struct", pairs, struct("LocalOffsetPose", eye(4)));
  if isa(geometries, "collisionGeometry")
    geometries = {geometries};
  end
  if ! iscell(geometries) || ! all(cellfun(@(object) isa(object, "collisionGeometry"), geometries(:)))
    error("condyle:argument", "geom2struct: expected a cell array of collision objects");
  end
  n = numel(geometries);
  if isempty(id)
    id = 1:n;
  end
  if ! isnumeric(id) || numel(id) != n || any(id(:) < 0 | id(:) != fix(id(:))) || numel(unique(id)) != n
    error("condyle:argument", "geom2struct: expected %d different identifiers, integers not below 0", n);
  end
  offsets = needPages("geom2struct", "LocalOffsetPose", options.LocalOffsetPose, 4);
  if ! any(size(offsets, 3) == [1 n])
    error("condyle:argument", "geom2struct: expected one LocalOffsetPose, or %d", n);
  end
  meshes = repmat(struct("ID", 0, "Vertices", zeros(0, 3), "Faces", zeros(0, 3), "Pose", eye(4)), n, 1);
  for k = 1:n
    [vertices, faces] = surfaceOf(geometries{k});
    offset = offsets(:, :, min(k, end));
    meshes(k).ID = double(id(k));
    meshes(k).Faces = facedOutward(vertices, faces)';
    meshes(k).Vertices = (offset(1:3, 1:3) * vertices + offset(1:3, 4))';
    meshes(k).Pose = geometries{k}.Pose;
  end
end

% Triangles of a convex surface, all counter-clockwise from outside.
function faces = facedOutward(vertices, faces)
  [a, b, c] = deal(vertices(:, faces(1, :)), vertices(:, faces(2, :)), vertices(:, faces(3, :)));
  inward = dot(cross(b - a, c - a), (a + b + c) / 3 - mean(vertices, 2)) < 0;
  faces([2, 3], inward) = faces([3, 2], inward);
end
