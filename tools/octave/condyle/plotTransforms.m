function varargout = plotTransforms(varargin)
  % PLOTTRANSFORMS  Draw frames: three axes each, x red, y green, z blue.
  %
  %   axes = plotTransforms(translations,rotations)     n-by-3; quaternions, n-by-4 or quaternion objects
  %   axes = plotTransforms(transforms)                 se3, so3, se2 or so2 objects
  %   axes = plotTransforms(...,Name,Value)
  %
  %   FrameSize           length of the axes, m; 1 by default
  %   FrameColor          "rgb" (default), a color, or one for each frame
  %   FrameAxisLabels, AxisLabels   "on" or "off" (default): letters at the axes of the frames, and of the plot
  %   FrameLabel          texts at the frames' origins
  %   InertialZDirection  "up" (default) or "down"
  %   View                "3D" (default), "2D", or [azimuth elevation], degrees
  %   MeshFilePath, MeshColor   a mesh (STL, OBJ) at each frame; where there is no such file, "groundvehicle.stl",
  %                     "multirotor.stl" and "fixedwing.stl" are vehicles of boxes, as long as FrameSize
  %   Parent              axes to draw into
  %
  %   Example:
  %     >> ax = plotTransforms([0 0 0; 1 0 0],[1 0 0 0; 0.7071 0 0 0.7071],"FrameLabel",{"base","tool"});
  %     >> isaxes(ax)
  %     ans = 1
  %
  %   See also show, se3, quat2tform.
  needArguments(nargin, 1, "plotTransforms(translations,rotations)");
  if any(strcmp(class(varargin{1}), {"se3", "so3", "se2", "so2"}))
    T = inSpace(tform(varargin{1}));
    rest = 2;
  else
    needArguments(nargin, 2, "plotTransforms(translations,rotations)");
    t = needRows("plotTransforms", "translations", varargin{1}, 3);
    T = quat2tform(varargin{2});
    n = max(rows(t), size(T, 3));
    if ! any(rows(t) == [1 n]) || ! any(size(T, 3) == [1 n])
      error("condyle:argument", "plotTransforms: there are %d translations and %d rotations", rows(t), size(T, 3));
    end
    T = T + zeros(1, 1, n);
    T(1:3, 4, :) = (t + zeros(n, 1))';
    rest = 3;
  end
  options = readOptions("plotTransforms", asPairs(varargin)(rest:end), ...
                        struct("FrameSize", 1, "FrameColor", "rgb", "FrameAxisLabels", "off", "AxisLabels", "off", ...
                               "FrameLabel", {{}}, "InertialZDirection", "up", "View", "3D", "MeshFilePath", "", ...
                               "MeshColor", [1 0 0], "Parent", []));
  handle = options.Parent;
  if isempty(handle)
    handle = gca();
  elseif ! isaxes(handle)
    error("condyle:argument", "plotTransforms: Parent: expected axes");
  end
  if ! isnumeric(options.FrameSize) || ! isscalar(options.FrameSize) || ! (options.FrameSize > 0)
    error("condyle:argument", "plotTransforms: FrameSize: expected a length above 0");
  end
  was_held = ishold(handle);
  if ! was_held && isempty(options.Parent)
    cla(handle);
  end
  hold(handle, "on");
  drawFrames(handle, T, options);
  drawMeshes(handle, T, options);
  if ! was_held
    hold(handle, "off");
  end
  axis(handle, "equal");
  grid(handle, "on");
  setView(handle, options);
  if nargout > 0
    varargout{1} = handle;
  end
end

% Transforms of a plane as transforms of space.
function T = inSpace(T)
  if size(T, 1) == 3
    plane = T;
    T = repmat(eye(4), 1, 1, size(plane, 3));
    T([1 2], [1 2 4], :) = plane(1:2, :, :);
  end
end

function drawFrames(handle, T, options)
  origins = reshape(T(1:3, 4, :), 3, []);
  colors = zeros(size(T, 3), 3, 3); # of each frame and axis
  for i = 1:size(T, 3)
    for k = 1:3
      colors(i, k, :) = colorOf(options, i, k);
    end
  end
  for k = 1:3
    tips = origins + options.FrameSize * reshape(T(1:3, k, :), 3, []);
    [own, ~, which] = unique(reshape(colors(:, k, :), [], 3), "rows");
    for c = 1:rows(own) # one line for all axes of a color
      at = which(:)' == c;
      points = reshape([origins(:, at); tips(:, at); NaN(3, sum(at))], 3, []);
      line(points(1, :), points(2, :), points(3, :), "color", own(c, :), "linewidth", 2, "parent", handle);
    end
    if strcmpi(options.FrameAxisLabels, "on")
      text(tips(1, :), tips(2, :), tips(3, :), "xyz"(k), "parent", handle);
    end
  end
  labels = cellstr(options.FrameLabel);
  for i = 1:size(T, 3) * ! isempty(options.FrameLabel)
    text(origins(1, i), origins(2, i), origins(3, i), labels{min(i, end)}, "parent", handle);
  end
end

function color = colorOf(options, frame, axis)
  color = options.FrameColor;
  if iscell(color)
    color = color{min(frame, end)};
  elseif isnumeric(color)
    color = color(min(frame, end), :);
  end
  if ischar(color) && strcmpi(color, "rgb")
    color = double((1:3) == axis);
  elseif ischar(color)
    color = namedColor(color);
  end
end

% A color by its name or letter, "red" or "r".
function color = namedColor(name)
  names = {"red", "green", "blue", "cyan", "magenta", "yellow", "black", "white"};
  letters = "rgbcmykw";
  values = [1 0 0; 0 1 0; 0 0 1; 0 1 1; 1 0 1; 1 1 0; 0 0 0; 1 1 1];
  found = strcmpi(names, name) | (numel(name) == 1 & letters == lower(name(1)));
  if ! any(found)
    error("condyle:argument", "plotTransforms: FrameColor: expected ""rgb"", a color's name, or [r g b], not ""%s""", name);
  end
  color = values(found, :);
end

function drawMeshes(handle, T, options)
  if isempty(options.MeshFilePath)
    return;
  end
  [vertices, faces] = deal([]);
  if exist(options.MeshFilePath, "file") != 2
    [vertices, faces] = namedMesh(options.MeshFilePath);
    vertices *= options.FrameSize;
  end
  if isempty(vertices)
    [vertices, faces] = condyle("mesh", options.MeshFilePath, "");
  end
  for i = 1:size(T, 3)
    moved = T(1:3, 1:3, i) * vertices + T(1:3, 4, i);
    patch("faces", faces', "vertices", moved', "facecolor", options.MeshColor, "edgecolor", "none", "parent", handle);
  end
end

function setView(handle, options)
  if isnumeric(options.View)
    view(handle, options.View(1), options.View(2));
  elseif strcmpi(options.View, "2D")
    view(handle, 0, 90);
  else
    view(handle, 135, 20);
  end
  if strcmpi(options.InertialZDirection, "down")
    set(handle, "zdir", "reverse", "ydir", "reverse");
  elseif ! strcmpi(options.InertialZDirection, "up")
    error("condyle:argument", "plotTransforms: InertialZDirection: expected ""up"" or ""down""");
  end
  if strcmpi(options.AxisLabels, "on")
    xlabel(handle, "x");
    ylabel(handle, "y");
    zlabel(handle, "z");
  end
end
