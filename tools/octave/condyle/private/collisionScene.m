% What collision checks of a robot need: its shapes and those of the world, and the pairs that are looked at.  WHERE
% begins the messages, as the caller has the options.
%
%   Table, Points   of condyle("separations")
%   Own             of each shape of the robot: the number of its body; the base is the last one
%   Places          the shapes' transforms in their bodies (4-by-4-by-n), and in the world
%   Self, World     pairs of shapes: of the robot, and of the robot with the world
function scene = collisionScene(robot, world, skipped, where)
  if isa(world, "collisionGeometry")
    world = {world};
  end
  if ! iscell(world) || ! all(cellfun(@(object) isa(object, "collisionGeometry"), world))
    error("condyle:argument", "%s: expected the world as a cell array of collision objects", where);
  end
  names = [robot.BodyNames, {robot.BaseName}];
  cores = cell(0, 3);
  scene.Own = zeros(1, 0);
  scene.Places = zeros(4, 4, 0);
  for i = 1:numel(names)
    for shape = condyle("body", robot.h, names{i}, "collisions")
      [cores{end + 1, 1:3}] = shapeCore(shape{1}, robot.File);
      scene.Own(end + 1) = i;
      scene.Places(:, :, end + 1) = shape{1}.Transform;
    end
  end
  n = numel(scene.Own);
  for object = world(:)'
    cores(end + 1, :) = coreOf(object{1});
    scene.Places(:, :, end + 1) = object{1}.Pose;
  end
  [scene.Table, scene.Points] = packShapes(cores);
  scene.Bodies = numel(names);
  looked = lookedAt(robot, names, skipped, where);
  [first, second] = find(triu(true(n), 1));
  pairs = [first(:), second(:)]';
  scene.Self = pairs(:, looked(sub2ind(size(looked), scene.Own(pairs(1, :)), scene.Own(pairs(2, :)))));
  [own, other] = ndgrid(1:n, n + (1:numel(world)));
  scene.World = [own(:), other(:)]';
  scene.WorldCount = numel(world);
end

% Which bodies are looked at beside each other: none beside itself, its parent, and the bodies that fixed joints connect
% with either.
function looked = lookedAt(robot, names, skipped, where)
  needSkipped(skipped, [where ": SkippedSelfCollisions"]);
  m = numel(names);
  if iscell(skipped)
    looked = lookedBesides(names, skipped, where);
    return;
  end
  parent = zeros(1, m);
  weld = 1:m; # the body that a body is fixed to, through any number of fixed joints
  for i = 1:m - 1
    parent(i) = find(strcmp(names, condyle("body", robot.h, names{i}, "parent")));
  end
  for i = 1:m - 1
    j = i;
    while j < m && strcmp(getBody(robot, names{j}).Joint.Type, "fixed")
      j = parent(j);
    end
    weld(i) = j;
  end
  looked = weld' != weld;
  for i = 1:m - 1
    above = weld(i);
    if above < m
      kin = (weld == above)' & (weld == weld(parent(above)));
      looked &= ! (kin | kin');
    end
  end
  if strcmpi(skipped, "adjacent")
    order = [1:m - 1, 0];
    looked &= abs(order' - order) != 1;
  end
end

% All pairs of bodies but those of SKIPPED, two names a row; a blank name stands for no body.
function looked = lookedBesides(names, skipped, where)
  looked = ! eye(numel(names));
  if isempty(skipped)
    return;
  end
  [known, body] = ismember(skipped, names);
  unknown = find(! known & ! cellfun(@(name) isempty(strtrim(name)), skipped), 1);
  if ! isempty(unknown)
    error("condyle:argument", ["%s: SkippedSelfCollisions: there is no body '%s'; expected names of the robot's " ...
                               "BodyNames, or its BaseName"], where, skipped{unknown});
  end
  for pair = body(all(known, 2), :)'
    looked(pair(1), pair(2)) = looked(pair(2), pair(1)) = false;
  end
end
