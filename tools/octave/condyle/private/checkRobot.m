% checkCollision of a robot.
function [hit, distances, points] = checkRobot(robot, q, arguments, wanted)
  world = {};
  if ! isempty(arguments) && ! ischar(arguments{1})
    world = arguments{1};
    arguments(1) = [];
  end
  options = readOptions("checkCollision", arguments, struct("IgnoreSelfCollision", "off", "Exhaustive", "off", ...
                        "SkippedSelfCollisions", "parent"));
  alone = isOn(options.IgnoreSelfCollision, "IgnoreSelfCollision");
  scene = collisionScene(robot, world, options.SkippedSelfCollisions, "checkCollision");
  T = placeShapes(scene, robot, q);
  quick = wanted < 2 && ! isOn(options.Exhaustive, "Exhaustive");
  if alone
    scene.Self = zeros(2, 0);
  end
  [self, near_self] = condyle("separations", scene.Table, scene.Points, T, scene.Self, quick);
  [others, near_others] = condyle("separations", scene.Table, scene.Points, T, scene.World, quick);
  hit = any(isnan(others));
  if ! alone
    hit = [any(isnan(self)), hit](1:1 + (scene.WorldCount > 0));
  end
  if quick
    return;
  end
  n = numel(scene.Own);
  m = scene.Bodies;
  own = @(pairs) scene.Own(pairs);
  rows_of = [own(scene.Self(1, :)), own(scene.Self(2, :)), own(scene.World(1, :))];
  columns_of = [own(scene.Self(2, :)), own(scene.Self(1, :)), m + scene.World(2, :) - n];
  turned = reshape(permute(reshape(near_self, 3, 2, []), [1 3 2]), 3, [], 2);
  turned = reshape(permute(turned(:, :, [2 1]), [1 3 2]), 3, []);
  [distances, points] = leastOf([m, m + scene.WorldCount], rows_of, columns_of, [self, self, others], ...
                                [near_self, turned, near_others]);
  if alone
    distances = distances(:, m + 1:end);
    points = points(:, 2 * m + 1:end);
  end
end

% The least distance of each pair of bodies, and its points: NaN before any number.
function [distances, points] = leastOf(dimensions, i, j, all, near)
  distances = Inf(dimensions);
  points = Inf(3 * dimensions(1), 2 * dimensions(2));
  for k = 1:numel(all)
    known = distances(i(k), j(k));
    if isnan(all(k)) || all(k) < known
      distances(i(k), j(k)) = all(k);
      points(3 * i(k) + (-2:0), 2 * j(k) + (-1:0)) = near(:, 2 * k + (-1:0));
    end
  end
end
