function varargout = surf2patch(varargin)
  % SURF2PATCH  The faces and vertices of a surface.
  %
  %   patches = surf2patch(x,y,z)            a struct with faces (m-by-4), vertices and facevertexcdata (n-by-3, []), as
  %   patch
  %                                          takes it
  %   patches = surf2patch(z), surf2patch(handle), surf2patch(x,y,z,c), surf2patch(z,c)
  %   patches = surf2patch(...,"triangles")  faces are triangles, m-by-3
  %   [faces,vertices,colors] = surf2patch(...)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> [x,y] = meshgrid(1:3,1:2);
  %     >> patches = surf2patch(x,y,x.*y);
  %     >> size(patches.faces)
  %     ans =
  %
  %        2   4
  %
  %     >> size(patches.vertices)
  %     ans =
  %
  %        6   3
  split = nargin > 0 && ischar(varargin{end});
  if split
    if ! strcmpi(varargin{end}, "triangles")
      error("condyle:argument", "surf2patch: expected ""triangles"", not ""%s""", varargin{end});
    end
    varargin(end) = [];
  end
  [x, y, z, c] = surfaceOf(varargin{:});
  [n, m] = size(z);
  i = reshape((1:n - 1)' + n * (0:m - 2), [], 1);
  faces = [i, i + 1, i + n + 1, i + n];
  if split
    faces = [faces(:, [1 2 3]); faces(:, [1 3 4])];
  end
  colors = reshape(c, [], max(1, size(c, 3)));
  vertices = [x(:), y(:), z(:)];
  if nargout > 1
    varargout = {faces, vertices, colors};
  else
    varargout = {struct("faces", faces, "vertices", vertices, "facevertexcdata", colors)};
  end
end

% Coordinates and colors of a surface, each the size of z.
function [x, y, z, c] = surfaceOf(varargin)
  if nargin == 1 && isscalar(varargin{1}) && ishghandle(varargin{1})
    varargin = get(varargin{1}, {"xdata", "ydata", "zdata", "cdata"});
  end
  switch numel(varargin)
    case {1, 2}
      z = varargin{1};
      [x, y] = meshgrid(1:columns(z), 1:rows(z));
      c = [varargin(2:end), {z}]{1};
    case {3, 4}
      [x, y, z] = varargin{1:3};
      c = [varargin(4:end), {z}]{1};
    otherwise
      print_usage("surf2patch");
  end
  if isvector(x) && isvector(y) && ! isvector(z)
    [x, y] = meshgrid(x, y);
  end
  if ! isequal(size(x), size(y), size(z))
    error("condyle:argument", "surf2patch: expected coordinates of one size");
  end
end
