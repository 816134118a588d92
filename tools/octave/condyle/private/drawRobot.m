% Draws a robot into axes, and returns their handle.
function handle = drawRobot(robot, arguments)
  q = [];
  if mod(numel(arguments), 2) == 1
    q = arguments{1};
    arguments(1) = [];
  end
  options = readOptions("show", arguments, struct("Frames", "on", "Visuals", "on", "Collisions", "off", ...
                        "Parent", [], "PreservePlot", true, "FastUpdate", false, "Position", [0 0 0 0]));
  for name = {"Frames", "Visuals", "Collisions"}
    is_on.(name{1}) = strcmpi(options.(name{1}), "on");
    if ! is_on.(name{1}) && ! strcmpi(options.(name{1}), "off")
      error("condyle:argument", "show: %s: expected ""on"" or ""off""", name{1});
    end
  end
  handle = options.Parent;
  if ! isempty(handle) && ! isaxes(handle)
    error("condyle:argument", "show: Parent: expected axes");
  end
  if isempty(handle)
    handle = gca();
  end
  place = options.Position;
  if ! isnumeric(place) || ! isreal(place) || numel(place) != 4 || ! all(isfinite(place))
    error("condyle:argument", "show: Position: expected [x y z yaw], m and rad");
  end
  own = drawingName(robot);
  if ! options.PreservePlot || options.FastUpdate
    clearDrawing(handle, own);
  end
  was_held = ishold(handle);
  settled = was_held && isappdata(handle, "condyle_filled"); # the caller's limits and view stay
  hold(handle, "on");
  for T = posesOf(robot, q)
    M = multiplyPages([turnAbout(3, place(4)), place(1:3)(:); 0 0 0 1], T{1});
    drawPose(handle, robot, M, norm(place(1:3)), is_on, own);
    setappdata(handle, own, M); # for what is drawn over it
  end
  if ! was_held
    hold(handle, "off");
  end
  if settled
    return;
  end
  setappdata(handle, "condyle_filled", true);
  fillAxes(handle);
  view(handle, 135, 20);
  grid(handle, "on");
  xlabel(handle, "x (m)");
  ylabel(handle, "y (m)");
  zlabel(handle, "z (m)");
end

% Removes what was drawn of a robot before; all of the axes where nothing holds them.
function clearDrawing(handle, own)
  if ishold(handle)
    delete(findobj(handle, "tag", own));
  else
    cla(handle);
  end
end

% The poses of the bodies, 4-by-4-by-n, of one configuration or of each row or column of several.
function poses = posesOf(robot, q)
  T = condyle("forward_kinematics", robot.h, q);
  poses = squeeze(num2cell(T, [1 2 3]))(:)';
end

% Draws one pose: what has one color is one line or one patch, which draws many times faster than one for each body.
function drawPose(handle, robot, T, away, is_on, own)
  names = condyle("body_names", robot.h);
  points = reshape(T(1:3, 4, :), 3, []);
  span = max(max(abs(points(:))) - away, 0.1);
  bones = zeros(3, 0);
  surfaces = struct("Color", {}, "Opacity", {}, "Vertices", {}, "Faces", {});
  for i = 1:numel(names)
    parent = find(strcmp(names, condyle("body", robot.h, names{i}, "parent")));
    if ! isempty(parent)
      bones = [bones, points(:, [parent i]), NaN(3, 1)];
    end
    for kind = {"Visuals", "Collisions"}
      if is_on.(kind{1})
        shapes = condyle("body", robot.h, names{i}, lower(kind{1}));
        surfaces = addSurfaces(surfaces, T(:, :, i), shapes, robot.File, 1 - 0.5 * strcmp(kind{1}, "Collisions"));
      end
    end
  end
  drawLine(handle, bones, [0.4 0.4 0.4], 2, own);
  for k = 1:3 * is_on.Frames
    tips = points + 0.06 * span * reshape(T(1:3, k, :), 3, []);
    drawLine(handle, reshape([points; tips; NaN(size(points))], 3, []), double((1:3) == k), 1, own);
  end
  for surface = surfaces
    patch("faces", surface.Faces', "vertices", surface.Vertices', "facecolor", surface.Color, "edgecolor", "none", ...
          "facealpha", surface.Opacity, "parent", handle, "tag", own);
  end
end

% Makes the limits of axes those of what is drawn, of one scale, with a margin and few ticks, so that labels stand
% apart.
function fillAxes(handle)
  axis(handle, "equal");
  least = Inf(1, 3);
  most = -Inf(1, 3);
  for child = get(handle, "children")'
    if any(strcmp(get(child, "type"), {"line", "patch"}))
      data = get(child, {"xdata", "ydata", "zdata"});
      for k = 1:3
        least(k) = min([least(k); data{k}(:)]);
        most(k) = max([most(k); data{k}(:)]);
      end
    end
  end
  if all(isfinite([least most]))
    margin = 0.05 * max([most - least, 0.1]);
    limits = [least - margin; most + margin];
    axis(handle, limits(:)');
    for k = 1:3
      step = 10 ^ floor(log10(max(diff(limits)) / 2)) * [1 2 5];
      step = [step(max(diff(limits)) ./ step <= 6), step(end)](1);
      set(handle, {"xtick", "ytick", "ztick"}{k}, step * (ceil(limits(1, k) / step):floor(limits(2, k) / step)));
    end
  end
end

function drawLine(handle, points, color, width, own)
  line(points(1, :), points(2, :), points(3, :), "color", color, "linewidth", width, "parent", handle, "tag", own);
end

% Adds primitives, and meshes where their files are found, to the surfaces of their colors.
function surfaces = addSurfaces(surfaces, T, shapes, file, opacity)
  for i = 1:numel(shapes)
    shape = shapes{i};
    try
      [vertices, faces] = shapeSurface(shape, file);
    catch
      continue; # the file of a mesh is not there
    end
    M = T * shape.Transform;
    vertices = M(1:3, 1:3) * vertices + M(1:3, 4);
    color = [0.7 0.7 0.75];
    if ! isempty(shape.Color)
      color = shape.Color(1:3);
    end
    found = find(arrayfun(@(s) isequal(s.Color, color) && s.Opacity == opacity, surfaces), 1);
    if isempty(found)
      found = numel(surfaces) + 1;
      surfaces(found) = struct("Color", color, "Opacity", opacity, "Vertices", zeros(3, 0), "Faces", zeros(3, 0));
    end
    surfaces(found).Faces = [surfaces(found).Faces, faces + columns(surfaces(found).Vertices)];
    surfaces(found).Vertices = [surfaces(found).Vertices, vertices];
  end
end
