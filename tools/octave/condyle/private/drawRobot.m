% Draws a robot into axes, and returns their handle.
function handle = drawRobot(robot, arguments)
  q = [];
  if mod(numel(arguments), 2) == 1
    q = arguments{1};
    arguments(1) = [];
  end
  options = readOptions("show", arguments, struct("Frames", "on", "Visuals", "on", "Collisions", "off", ...
                        "Parent", [], "PreservePlot", true));
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
  T = condyle("forward_kinematics", robot.h, q);
  if ! options.PreservePlot
    cla(handle);
  end
  names = condyle("body_names", robot.h);
  was_held = ishold(handle);
  hold(handle, "on");
  span = max(max(abs(reshape(T(1:3, 4, :), 3, []))(:)), 0.1);
  for i = 1:numel(names)
    parent = find(strcmp(names, condyle("body", robot.h, names{i}, "parent")));
    if ! isempty(parent)
      drawLine(handle, T(1:3, 4, parent), T(1:3, 4, i), [0.4 0.4 0.4], 2);
    end
    if is_on.Frames
      drawFrame(handle, T(:, :, i), 0.06 * span);
    end
    if is_on.Visuals
      drawShapes(handle, T(:, :, i), condyle("body", robot.h, names{i}, "visuals"), robot.File, 1);
    end
    if is_on.Collisions
      drawShapes(handle, T(:, :, i), condyle("body", robot.h, names{i}, "collisions"), robot.File, 0.5);
    end
  end
  if ! was_held
    hold(handle, "off");
  end
  axis(handle, "equal");
  view(handle, 135, 20);
  grid(handle, "on");
  xlabel(handle, "x (m)");
  ylabel(handle, "y (m)");
  zlabel(handle, "z (m)");
end

function drawLine(handle, from, to, color, width)
  line([from(1) to(1)], [from(2) to(2)], [from(3) to(3)], "color", color, "linewidth", width, "parent", handle);
end

function drawFrame(handle, T, size)
  for k = 1:3
    drawLine(handle, T(1:3, 4), T(1:3, 4) + size * T(1:3, k), double((1:3) == k), 1);
  end
end

% Draws primitives, and meshes where their files are found.
function drawShapes(handle, T, shapes, file, opacity)
  for i = 1:numel(shapes)
    shape = shapes{i};
    try
      [vertices, faces] = shapeSurface(shape, file);
    catch
      continue; # the file of a mesh is not there
    end
    M = T * shape.Transform;
    vertices = (M(1:3, 1:3) * vertices + M(1:3, 4))';
    color = [0.7 0.7 0.75];
    if ! isempty(shape.Color)
      color = shape.Color(1:3);
    end
    patch("faces", faces', "vertices", vertices, "facecolor", color, "edgecolor", "none", "facealpha", opacity, ...
          "parent", handle);
  end
end
