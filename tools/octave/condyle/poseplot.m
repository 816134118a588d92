function varargout = poseplot(varargin)
  % POSEPLOT  Draw a pose: a box, or the axes of a frame.
  %
  %   patches = poseplot                         no rotation, at the origin
  %   patches = poseplot(orientation)            a quaternion, or a 3-by-3 rotation of the frame
  %   patches = poseplot(orientation,position)   position [x y z]
  %   patches = poseplot(...,Name,Value)
  %
  %   ScaleFactor     size, 1 by default
  %   PatchFaceColor  color of the box; PatchFaceAlpha its opacity, 0.1 by default
  %   Parent          axes to draw into
  %   MeshFileName    a mesh (STL, OBJ) in place of the box
  %
  %   The result is a graphicsObject: patches.FaceAlpha = 1 changes what is drawn.
  %
  %   Example:
  %     >> drawn = poseplot(quaternion([30 20 0],"eulerd","ZYX","frame"),[1 0 0]);
  %     >> drawn.FaceAlpha = 1;
  %     >> drawn.FaceAlpha
  %     ans = 1
  %
  %   See also plotTransforms, quaternion.
  [T, rest] = poseOf(varargin);
  options = readOptions("poseplot", rest, struct("ScaleFactor", 1, "PatchFaceColor", [0 0.45 0.74], ...
                        "PatchFaceAlpha", 0.1, "Parent", [], "MeshFileName", "", "ReferenceFrame", "NED"));
  handle = options.Parent;
  if isempty(handle)
    handle = gca();
  elseif ! isaxes(handle)
    error("condyle:argument", "poseplot: Parent: expected axes");
  end
  if isempty(options.MeshFileName)
    [vertices, faces] = shapeSurface(struct("Type", "box", "Size", [0.6 0.4 0.1]), "");
  else
    [vertices, faces] = condyle("mesh", options.MeshFileName, "");
  end
  scale = needLength(options.ScaleFactor, "poseplot", "a scale");
  was_held = ishold(handle);
  if ! was_held
    cla(handle);
  end
  hold(handle, "on");
  vertices = (T(1:3, 1:3) * vertices * scale + T(1:3, 4))';
  drawn = patch("faces", faces', "vertices", vertices, "facecolor", options.PatchFaceColor, "facealpha", ...
                options.PatchFaceAlpha, "edgecolor", [0.4 0.4 0.4], "parent", handle);
  for k = 1:3
    tip = T(1:3, 4) + 0.5 * scale * T(1:3, k);
    line([T(1, 4) tip(1)], [T(2, 4) tip(2)], [T(3, 4) tip(3)], "color", double((1:3) == k), "linewidth", 2, ...
         "parent", handle);
  end
  axis(handle, "equal");
  view(handle, 135, 20);
  if ! was_held
    hold(handle, "off");
  end
  if nargout > 0
    varargout{1} = graphicsObject(drawn);
  end
end

% The pose from the arguments in front of the options.
function [T, rest] = poseOf(arguments)
  T = eye(4);
  rest = arguments;
  if ! isempty(rest) && ! ischar(rest{1})
    turn = rest{1};
    if isa(turn, "quaternion")
      T(1:3, 1:3) = rotmat(turn, "frame")';
    else
      T(1:3, 1:3) = needPages("poseplot", "a rotation", turn, 3)';
    end
    rest(1) = [];
  end
  if ! isempty(rest) && ! ischar(rest{1})
    T(1:3, 4) = needRows("poseplot", "a position", rest{1}, 3)(1, :);
    rest(1) = [];
  end
end
