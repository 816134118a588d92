classdef triangulation
  % TRIANGULATION  Triangles or tetrahedra between points.
  %
  %   mesh = triangulation(T,P)        T is m-by-3 or m-by-4, rows of P, which is n-by-2 or n-by-3
  %   mesh = triangulation(T,x,y) mesh = triangulation(T,x,y,z)
  %
  %   Properties: Points, ConnectivityList.  size(mesh) is that of ConnectivityList, edges(mesh) the rows of Points that
  %   edges join, freeBoundary(mesh) the edges of one triangle only, faceNormal(mesh) the unit normals of triangles;
  %   trisurf(mesh) and trimesh(mesh) draw it.
  %
  %   For scripts written for MATLAB; a class of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> mesh = triangulation([1 2 3; 2 3 4],[0 0; 1 0; 0 1; 1 1]);
  %     >> edges(mesh)
  %     ans =
  %
  %        1   2
  %        1   3
  %        2   3
  %        2   4
  %        3   4
  properties
    Points
    ConnectivityList
  end
  methods
    function mesh = triangulation(T, varargin)
      if nargin < 2 || nargin > 4
        print_usage();
      end
      points = varargin{1};
      if nargin > 2
        points = cell2mat(cellfun(@(x) x(:), varargin, "UniformOutput", false));
      end
      whole = isnumeric(T) && any(columns(T) == [3 4]) && isequal(T, fix(T)) && all(T(:) >= 1 & T(:) <= rows(points));
      if ! whole || ! any(columns(points) == [2 3])
        error("condyle:argument", ...
              "triangulation: expected rows of the points, m-by-3 or m-by-4, and points, n-by-2 or n-by-3");
      end
      mesh.Points = points;
      mesh.ConnectivityList = T;
    end
    function varargout = size(mesh, varargin)
      [varargout{1:max(nargout, 1)}] = size(mesh.ConnectivityList, varargin{:});
    end
    function all = edges(mesh)
      all = unique(sort(sidesOf(mesh), 2), "rows");
    end
    function open = freeBoundary(mesh)
      sides = sidesOf(mesh);
      [~, ~, place] = unique(sort(sides, 2), "rows");
      open = sides(accumarray(place, 1)(place) == 1, :);
    end
    function normals = faceNormal(mesh)
      P = mesh.Points;
      T = mesh.ConnectivityList;
      normals = cross(P(T(:, 2), :) - P(T(:, 1), :), P(T(:, 3), :) - P(T(:, 1), :), 2);
      normals ./= sqrt(sumsq(normals, 2));
    end
    function varargout = trisurf(mesh, varargin)
      P = [mesh.Points, zeros(rows(mesh.Points), 3 - columns(mesh.Points))];
      [varargout{1:nargout}] = trisurf(mesh.ConnectivityList, P(:, 1), P(:, 2), P(:, 3), varargin{:});
    end
    function varargout = trimesh(mesh, varargin)
      P = [mesh.Points, zeros(rows(mesh.Points), 3 - columns(mesh.Points))];
      [varargout{1:nargout}] = trimesh(mesh.ConnectivityList, P(:, 1), P(:, 2), P(:, 3), varargin{:});
    end
  end
  methods (Hidden)
    function sides = sidesOf(mesh)
      T = mesh.ConnectivityList;
      pairs = nchoosek(1:columns(T), 2);
      if columns(T) == 3
        pairs = [1 2; 2 3; 3 1]; # in the direction of the triangle
      end
      sides = cell2mat(arrayfun(@(k) T(:, pairs(k, :)), (1:rows(pairs))', "UniformOutput", false));
    end
  end
end
