function varargout = patch(varargin)
  % PATCH  Octave's patch, which takes Name=Value and whose result has properties by a dot.
  %
  %   Where the toolkit is gnuplot, which fills triangles only in space, faces of four corners are drawn as two
  %   triangles.
  %
  %   Example:
  %     >> h = patch([0 1 1],[0 0 1],"r");
  %     >> h.FaceAlpha = 0.5;
  %     >> h.FaceAlpha
  %     ans = 0.5000
  given = asPairs(varargin);
  if strcmp(graphics_toolkit(), "gnuplot")
    given = inTriangles(given);
  end
  [varargout{1:nargout}] = graphicsHandle("patch", given{:});
end

% Arguments whose faces, a struct's or those of the name, are triangles where they had four corners.
function arguments = inTriangles(arguments)
  for i = 1:numel(arguments)
    if isstruct(arguments{i}) && isfield(arguments{i}, "faces") && columns(arguments{i}.vertices) == 3
      arguments{i}.faces = halved(arguments{i}.faces);
    elseif ischar(arguments{i}) && strcmpi(arguments{i}, "faces") && i < numel(arguments)
      arguments{i + 1} = halved(arguments{i + 1});
    end
  end
end

function faces = halved(faces)
  if columns(faces) == 4
    three = isnan(faces(:, 4));
    faces = [faces(:, 1:3); faces(! three, [1 3 4])];
  end
end
