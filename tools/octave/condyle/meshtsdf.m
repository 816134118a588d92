classdef meshtsdf < handle
  % MESHTSDF  Signed distances from meshes, above 0 outside and below 0 inside, up to a truncation distance.
  %
  %   field = meshtsdf()
  %   field = meshtsdf(meshes)                 a struct array with ID, Vertices, Faces and Pose, as geom2struct makes
  %   field = meshtsdf(...,Name,Value)         sets properties
  %   added = addMesh(field,meshes)            false where the ID is taken
  %   removed = removeMesh(field,id)           false where there is no such ID
  %   updated = updatePose(field,poses)        a struct array with ID and Pose
  %   list = poses(field), poses(field,id)     such a struct array
  %   d = distance(field,points)               n-by-1, points n-by-3, m
  %   g = gradient(field,points)               n-by-3, unit directions in which d grows; 0 where it is truncated
  %   other = copy(field)
  %   figure = show(field,"Parent",axes)       draws the meshes
  %
  %   Properties:
  %     TruncationDistance    no distance is above it, m; 3/Resolution by default
  %     FillInterior          true (default): depths inside count in full; false: depths beyond the truncation distance
  %                           are TruncationDistance
  %     Resolution            voxels per meter, 1 by default
  %     MeshID, NumMesh       the meshes' identifiers and how many there are; to be read only
  %
  %   Distances are exact, not those of voxels as in MATLAB: Resolution and InterpolationMethod change nothing else.
  %   Faces of a mesh must turn the same way, and close it.
  %
  %   Example:
  %     >> field = meshtsdf(geom2struct({collisionBox(1,1,1)}),"TruncationDistance",2);
  %     >> distance(field,[1.5 0 0; 0 0 0.4; 9 0 0])
  %     ans =
  %
  %        1.0000
  %       -0.1000
  %        2.0000
  %
  %   See also geom2struct, manipulatorCHOMP, checkCollision.
  properties
    Resolution = 1;
    TruncationDistance = [];
    FillInterior = true;
  end
  properties (SetAccess = private)
    Meshes = struct("ID", {}, "Vertices", {}, "Faces", {}, "Pose", {});
  end
  properties (Dependent)
    MeshID
    NumMesh
  end
  methods
    function field = meshtsdf(varargin)
      pairs = asPairs(varargin);
      meshes = {};
      if ! isempty(pairs) && ! ischar(pairs{1})
        [meshes, pairs] = deal(pairs(1), pairs(2:end));
      end
      options = readOptions("meshtsdf", pairs, struct("Resolution", 1, "TruncationDistance", [], ...
                                                      "FillInterior", true));
      field.Resolution = options.Resolution;
      if isempty(options.TruncationDistance)
        options.TruncationDistance = 3 / field.Resolution;
      end
      field.TruncationDistance = options.TruncationDistance;
      field.FillInterior = options.FillInterior;
      if ! isempty(meshes)
        addMesh(field, meshes{1});
      end
    end
    function set.Resolution(field, resolution)
      if ! isnumeric(resolution) || ! isreal(resolution) || ! isscalar(resolution) || ! (resolution > 0) || ...
         isinf(resolution)
        error("condyle:argument", "meshtsdf: Resolution: expected a number above 0, voxels per meter");
      end
      field.Resolution = resolution;
    end
    function set.TruncationDistance(field, distance)
      field.TruncationDistance = needLength(distance, "meshtsdf", "TruncationDistance");
    end
    function set.FillInterior(field, fill)
      field.FillInterior = isOn(fill, "meshtsdf: FillInterior");
    end
    function id = get.MeshID(field)
      id = [field.Meshes.ID]';
    end
    function count = get.NumMesh(field)
      count = numel(field.Meshes);
    end
    function added = addMesh(field, meshes)
      needArguments(nargin, 2, "addMesh(field,meshes)");
      meshes = needMeshes(meshes);
      added = false(numel(meshes), 1);
      for k = 1:numel(meshes)
        added(k) = ! any(field.MeshID == meshes(k).ID);
        if added(k)
          field.Meshes(end + 1, 1) = meshes(k);
        end
      end
    end
    function removed = removeMesh(field, id)
      needArguments(nargin, 2, "removeMesh(field,id)");
      removed = ismember(id(:), field.MeshID);
      field.Meshes(ismember(field.MeshID, id(:))) = [];
    end
    function updated = updatePose(field, list)
      needArguments(nargin, 2, "updatePose(field,poses)");
      if ! isstruct(list) || ! all(isfield(list, {"ID", "Pose"}))
        error("condyle:argument", "updatePose: expected a struct array with ID and Pose");
      end
      updated = false(numel(list), 1);
      for k = 1:numel(list)
        place = find(field.MeshID == list(k).ID);
        updated(k) = ! isempty(place);
        if updated(k)
          field.Meshes(place).Pose = needPose(list(k).Pose);
        end
      end
    end
    function list = poses(field, id = field.MeshID)
      own = field.Meshes(ismember(field.MeshID, id));
      list = rmfield(own, {"Vertices", "Faces"});
    end
    function d = distance(field, points, varargin)
      needArguments(nargin, 2, "distance(field,points)");
      readOptions("distance", asPairs(varargin), struct("InterpolationMethod", "nearest"));
      d = distancesOf(field, needPoints("distance", points))';
    end
    function g = gradient(field, points, varargin)
      needArguments(nargin, 2, "gradient(field,points)");
      readOptions("gradient", asPairs(varargin), struct("InterpolationMethod", "nearest"));
      [~, away] = distancesOf(field, needPoints("gradient", points));
      g = away';
    end
    function other = copy(field)
      other = meshtsdf(field.Meshes, "Resolution", field.Resolution, "TruncationDistance", ...
                       field.TruncationDistance, "FillInterior", field.FillInterior);
    end
    function varargout = show(field, varargin)
      options = readOptions("show", asPairs(varargin), struct("Parent", [], "FastUpdate", false));
      ax = options.Parent;
      if isempty(ax)
        ax = newplot();
      end
      for mesh = field.Meshes'
        patch("faces", mesh.Faces, "vertices", mesh.Vertices * mesh.Pose(1:3, 1:3)' + mesh.Pose(1:3, 4)', ...
              "facecolor", [0.6 0.75 0.9], "edgecolor", [0.4 0.5 0.6], "parent", ax);
      end
      axis(ax, "equal");
      view(ax, 135, 20);
      varargout = {ancestor(ax, "figure")}(1:nargout);
    end
  end
  methods (Hidden)
    % Distances (1-by-n) of points (3-by-n), and the directions in which they grow (3-by-n).
    function [d, away] = distancesOf(field, points)
      n = columns(points);
      d = repmat(field.TruncationDistance, 1, n);
      away = zeros(3, n);
      for mesh = field.Meshes'
        corners = mesh.Vertices * mesh.Pose(1:3, 1:3)' + mesh.Pose(1:3, 4)';
        margin = field.TruncationDistance;
        near = find(all(points > min(corners, [], 1)' - margin & points < max(corners, [], 1)' + margin, 1));
        if isempty(near)
          continue;
        end
        [own, direction] = meshDistance(points(:, near), corners, mesh.Faces);
        counts = own < d(near) & (field.FillInterior | own > -margin);
        d(near(counts)) = own(counts);
        away(:, near(counts)) = direction(:, counts);
      end
    end
  end
end

function meshes = needMeshes(meshes)
  if ! isstruct(meshes) || ! all(isfield(meshes, {"ID", "Vertices", "Faces", "Pose"}))
    error("condyle:argument", "meshtsdf: expected a struct array with ID, Vertices, Faces and Pose, as of geom2struct");
  end
  meshes = struct("ID", {meshes.ID}, "Vertices", {meshes.Vertices}, "Faces", {meshes.Faces}, "Pose", {meshes.Pose});
  meshes = meshes(:);
  for k = 1:numel(meshes)
    meshes(k).Pose = needPose(meshes(k).Pose);
    needMesh(meshes(k));
  end
end

function needMesh(mesh)
  needCount(mesh.ID, "meshtsdf: ID");
  corners = mesh.Vertices;
  if ! isnumeric(corners) || ! isreal(corners) || columns(corners) != 3 || isempty(corners) || ...
     ! all(isfinite(corners(:)))
    error("condyle:argument", "meshtsdf: mesh %d: expected Vertices, m-by-3, m", mesh.ID);
  end
  faces = mesh.Faces;
  if ! isnumeric(faces) || columns(faces) != 3 || isempty(faces) || ! all(faces(:) == fix(faces(:))) || ...
     any(faces(:) < 1 | faces(:) > rows(corners))
    error("condyle:argument", "meshtsdf: mesh %d: expected Faces, k-by-3, rows of Vertices from 1 to %d", mesh.ID, ...
          rows(corners));
  end
  [a, b, c] = deal(corners(faces(:, 1), :), corners(faces(:, 2), :), corners(faces(:, 3), :));
  areas = sqrt(sum(cross(b - a, c - a, 2).^2, 2));
  if ! (max(areas) > 0)
    error("condyle:argument", ...
          "meshtsdf: mesh %d: expected triangles with an area; the corners of each are on one line", mesh.ID);
  end
end

function pose = needPose(pose)
  pose = needPages("meshtsdf", "a pose", pose, 4);
  if size(pose, 3) != 1
    error("condyle:argument", "meshtsdf: expected one pose, 4-by-4, for each mesh");
  end
end

function points = needPoints(caller, points)
  if ! isnumeric(points) || ! isreal(points) || columns(points) != 3 || ! all(isfinite(points(:)))
    error("condyle:argument", "%s: expected points, n-by-3, m", caller);
  end
  points = double(points)';
end
