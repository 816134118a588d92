classdef manipulatorCHOMP < handle
  % MANIPULATORCHOMP  Smooth motions of a robot around spheres and meshes, by covariant Hamiltonian optimization.
  %
  %   chomp = manipulatorCHOMP(robot)
  %   chomp = manipulatorCHOMP(robot,Name,Value)
  %   [points,times] = optimize(chomp,waypoints,waytimes,timestep)
  %   [points,times,info] = optimize(...,"InitialTrajectoryFitType",type)
  %   axes = show(chomp,points,"NumSamples",n,"CollisionObjects",{...})
  %
  %   optimize begins with a motion through waypoints, a row each, at waytimes (s), sampled every timestep, or at the
  %   step next to it that divides the motion's time; times has the samples' times.  The first motion is the straight
  %   line ("linear", the default), "minjerkpolytraj", "minsnappolytraj", "quinticpolytraj", "cubicpolytraj" or
  %   "trapveltraj".  Its ends stay, all other samples move by the gradient of the cost in the metric of the smoothness,
  %   within the joints' limits.  points has a row for each sample, of the least cost that was met; a motion that still
  %   hits something is no failure: info has SmoothnessCost, CollisionCost and their initial values, Iterations, and
  %   Clearance, the least distance of the spheres from the obstacles, below 0 where they overlap.
  %
  %   Properties:
  %     RigidBodyTree          the robot; vectors are rows, whatever its DataFormat
  %     SphericalObstacles     4-by-n, a column [radius; x; y; z] each, m, in the base's frame
  %     RigidBodyTreeSpheres   spheres of the robot: a cell array, robot.Bodies and then the base, of 4-by-k in the
  %     bodies'
  %                            frames; by default they fill the capsules around the shapes for collisions
  %     MeshTSDF               a meshtsdf of meshes to keep away from, in the base's frame, or []
  %     SmoothnessOptions, CollisionOptions, SolverOptions   chompSmoothnessOptions, chompCollisionOptions and
  %                            chompSolverOptions
  %
  %   The costs are those of Zucker and others, "CHOMP: covariant Hamiltonian optimization for motion planning", 2013,
  %   with the nearest obstacle of each sphere.  Bodies whose spheres overlap at home count as touching by nature.
  %   "SkippedSelfCollisions" among the names sets that of CollisionOptions.  The TruncationDistance of MeshTSDF should
  %   be above the radius of the robot's largest sphere and CollisionClearance together: meshes farther away are not
  %   seen.
  %
  %   Example:
  %     >> robot = loadrobot("kinovaGen3",DataFormat="row");
  %     >> chomp = manipulatorCHOMP(robot);
  %     >> chomp.SphericalObstacles = [0.1 0.52 -0.52 0.4]';
  %     >> chomp.CollisionOptions.IgnoreSelfCollision = true;
  %     >> ends = [0 0.8 0 1 0 0.5 0; 1.5 0.8 0 1 0 0.5 0];
  %     >> [points,times,info] = optimize(chomp,ends,[0 2],0.1,"InitialTrajectoryFitType","minjerkpolytraj");
  %     >> isequal(points([1 end],:),ends)
  %     ans = 1
  %     >> info.Clearance > 0
  %     ans = 1
  %
  %   See also manipulatorRRT, meshtsdf, checkCollision, contopptraj, chompSolverOptions.
  properties
    RigidBodyTree
    SphericalObstacles = zeros(4, 0);
    RigidBodyTreeSpheres = {};
    MeshTSDF = [];
    SmoothnessOptions
    CollisionOptions
    SolverOptions
  end
  methods
    function chomp = manipulatorCHOMP(robot = [], varargin)
      robot = asRigidBodyTree(robot, "manipulatorCHOMP", "a rigidBodyTree");
      if isempty(robot.homeConfiguration)
        error("condyle:argument", "manipulatorCHOMP: expected a robot with joints that move");
      end
      chomp.SmoothnessOptions = chompSmoothnessOptions();
      chomp.CollisionOptions = chompCollisionOptions();
      chomp.SolverOptions = chompSolverOptions();
      chomp.RigidBodyTree = robot;
      chomp.RigidBodyTreeSpheres = spheresOf(robot);
      pairs = asPairs(varargin);
      skipped = find(strcmpi(pairs(1:2:end), "SkippedSelfCollisions"), 1);
      if isempty(skipped) || 2 * skipped > numel(pairs)
        setProperties(chomp, pairs);
      else
        setProperties(chomp, pairs([1:2 * skipped - 2, 2 * skipped + 1:end]));
        chomp.CollisionOptions.SkippedSelfCollisions = pairs{2 * skipped};
      end
    end
    function set.MeshTSDF(chomp, field)
      if ! isempty(field)
        needClass(field, "meshtsdf");
      end
      chomp.MeshTSDF = field;
    end
    function set.RigidBodyTree(chomp, robot)
      needClass(robot, "rigidBodyTree");
      chomp.RigidBodyTree = robot;
    end
    function set.SmoothnessOptions(chomp, options)
      needClass(options, "chompSmoothnessOptions");
      chomp.SmoothnessOptions = options;
    end
    function set.CollisionOptions(chomp, options)
      needClass(options, "chompCollisionOptions");
      chomp.CollisionOptions = options;
    end
    function set.SolverOptions(chomp, options)
      needClass(options, "chompSolverOptions");
      chomp.SolverOptions = options;
    end
    function set.SphericalObstacles(chomp, spheres)
      chomp.SphericalObstacles = needSpheres(spheres, "SphericalObstacles");
    end
    function set.RigidBodyTreeSpheres(chomp, spheres)
      if ! iscell(spheres)
        error("condyle:argument", "RigidBodyTreeSpheres: expected a cell array of 4-by-k matrices");
      end
      chomp.RigidBodyTreeSpheres = cellfun(@(s) needSpheres(s, "RigidBodyTreeSpheres"), spheres(:), "UniformOutput", ...
                                           false);
    end
    function [points, times, info] = optimize(chomp, waypoints, waytimes, timestep, varargin)
      needArguments(nargin, 4, "optimize(chomp,waypoints,waytimes,timestep)");
      options = readOptions("optimize", asPairs(varargin), struct("InitialTrajectoryFitType", "linear"));
      type = options.InitialTrajectoryFitType;
      [start, times] = firstMotion(chomp.RigidBodyTree, waypoints, waytimes, timestep, type);
      [points, info] = descend(chomp, start, (times(end) - times(1)) / (numel(times) - 1));
    end
    function ax = show(chomp, points = [], varargin)
      pairs = asPairs(varargin);
      if ischar(points)
        pairs = [{points}, pairs];
        points = [];
      end
      options = readOptions("show", pairs, struct("NumSamples", 10, "CollisionObjects", {{}}, "Parent", []));
      robot = copy(chomp.RigidBodyTree);
      robot.DataFormat = "row";
      if isempty(points)
        points = homeConfiguration(robot);
      end
      points = needRows("show", "configurations", points, numel(homeConfiguration(robot)));
      needWhole(options.NumSamples, "show: NumSamples");
      if isempty(options.Parent)
        options.Parent = newplot();
      end
      for k = unique(round(linspace(1, rows(points), options.NumSamples)))
        show(robot, points(k, :), "PreservePlot", true, "Frames", "off", "Parent", options.Parent);
        hold(options.Parent, "on");
      end
      objects = options.CollisionObjects;
      if ! iscell(objects)
        objects = num2cell(objects);
      end
      for sphere = chomp.SphericalObstacles
        objects{end + 1} = collisionSphere(sphere(1), "Pose", trvec2tform(sphere(2:4)'));
      end
      cellfun(@(object) show(object, "Parent", options.Parent), objects(:)', "UniformOutput", false);
      if ! isempty(chomp.MeshTSDF)
        show(chomp.MeshTSDF, "Parent", options.Parent);
      end
      hold(options.Parent, "off");
      if nargout > 0
        ax = options.Parent;
      end
    end
  end
end

function spheres = needSpheres(spheres, name)
  if isempty(spheres)
    spheres = zeros(4, 0);
  end
  if ! isnumeric(spheres) || ! isreal(spheres) || rows(spheres) != 4 || any(! isfinite(spheres(:))) || ...
    any(spheres(1, :) < 0)
    error("condyle:argument", "%s: expected 4-by-n, a column [radius; x; y; z] for each sphere, m", name);
  end
end

% Spheres that contain the capsules around the shapes of the bodies.
function spheres = spheresOf(robot)
  approximation = capsuleApproximation(robot);
  names = [robot.BodyNames, {robot.BaseName}];
  spheres = cell(numel(names), 1);
  for i = 1:numel(names)
    spheres{i} = zeros(4, 0);
    for capsule = getCapsules(approximation, names{i})
      own = capsule{1};
      count = 1 + ceil(own.Length / max(own.Radius, 1e-3));
      along = linspace(-1, 1, count) * own.Length / 2;
      if count == 1
        along = 0;
      end
      radius = hypot(own.Radius, own.Length / max(count - 1, 1) / 2);
      centers = own.Pose * [zeros(2, count); along; ones(1, count)];
      spheres{i} = [spheres{i}, [repmat(radius, 1, count); centers(1:3, :)]];
    end
  end
end

% Samples of the first motion, a row each, and their times, a row.
function [points, at] = firstMotion(robot, waypoints, waytimes, timestep, type)
  n = numel(randomConfiguration(rowsOf(robot)));
  if ! areFinite(waypoints) || columns(waypoints) != n || rows(waypoints) < 2 || rows(waypoints) != numel(waytimes)
    error("condyle:argument", "optimize: expected two or more waypoints, rows of %d numbers, and a time for each", n);
  end
  if ! areFinite(waytimes) || ! all(diff(waytimes(:)) > 0) || ! areFinite(timestep) || ! isscalar(timestep) || ...
     timestep <= 0
    error("condyle:argument", "optimize: expected times that grow, and a timestep greater than 0");
  end
  if ! ischar(type)
    error("condyle:argument", "optimize: InitialTrajectoryFitType: expected a name, not %s", class(type));
  end
  [waypoints, waytimes, timestep] = deal(double(waypoints), double(waytimes), double(timestep));
  count = 1 + round((waytimes(end) - waytimes(1)) / timestep);
  if count < 3
    error("condyle:argument", "optimize: expected a timestep of half the motion's time at most");
  end
  if count > 5000
    error("condyle:argument", "optimize: the timestep makes %g samples; expected one that makes 5000 at most", count);
  end
  at = linspace(waytimes(1), waytimes(end), count);
  switch lower(type)
    case {"linear", "interp1"}
      points = interp1(waytimes(:), waypoints, at(:));
    case "minjerkpolytraj"
      points = minjerkpolytraj(waypoints', waytimes, count)';
    case "minsnappolytraj"
      points = minsnappolytraj(waypoints', waytimes, count)';
    case "quinticpolytraj"
      points = quinticpolytraj(waypoints', waytimes, at)';
    case "cubicpolytraj"
      points = cubicpolytraj(waypoints', waytimes, at)';
    case "trapveltraj"
      points = trapveltraj(waypoints', count)';
    otherwise
      error("condyle:argument", ["optimize: InitialTrajectoryFitType: expected ""linear"", ""minjerkpolytraj"", " ...
                                 """minsnappolytraj"", ""quinticpolytraj"", ""cubicpolytraj"" or ""trapveltraj"""]);
  end
  points([1, end], :) = waypoints([1, end], :);
end

function finite = areFinite(numbers)
  finite = isnumeric(numbers) && isreal(numbers) && ndims(numbers) == 2 && all(isfinite(numbers(:)));
end

function robot = rowsOf(robot)
  if ! strcmp(robot.DataFormat, "row")
    robot = copy(robot);
    robot.DataFormat = "row";
  end
end

% What the costs need of the robot: its spheres one after the other, the number of the body of each, pairs of spheres
% that may hit each other.
function scene = sceneOf(chomp)
  scene.Robot = rowsOf(chomp.RigidBodyTree);
  scene.Names = [scene.Robot.BodyNames, {scene.Robot.BaseName}];
  counts = cellfun(@columns, chomp.RigidBodyTreeSpheres);
  if numel(counts) != numel(scene.Names)
    error("condyle:argument", "RigidBodyTreeSpheres: expected %d cells, of robot.Bodies and then the base, not %d", ...
          numel(scene.Names), numel(counts));
  end
  scene.Body = repelem(1:numel(counts), counts(:)');
  all = [zeros(4, 0), chomp.RigidBodyTreeSpheres{:}];
  scene.Radius = all(1, :);
  scene.Center = all(2:4, :);
  scene.Obstacles = chomp.SphericalObstacles;
  scene.Meshes = chomp.MeshTSDF;
  scene.Options = chomp.CollisionOptions;
  scene.Pairs = zeros(2, 0);
  if ! scene.Options.IgnoreSelfCollision
    scene.Pairs = selfPairs(scene);
  end
end

function pairs = selfPairs(scene)
  checks = collisionScene(scene.Robot, {}, scene.Options.SkippedSelfCollisions, "optimize: CollisionOptions");
  m = numel(scene.Names);
  looked = false(m);
  looked(sub2ind([m, m], checks.Own(checks.Self(1, :)), checks.Own(checks.Self(2, :)))) = true;
  looked |= looked';
  [first, second] = find(triu(looked(scene.Body, scene.Body), 1));
  pairs = [first(:), second(:)]';
  x = placeSpheres(scene, homeConfiguration(scene.Robot));
  apart = sqrt(sum((x(:, pairs(1, :)) - x(:, pairs(2, :))).^2, 1)) - scene.Radius(pairs(1, ...
      :)) - scene.Radius(pairs(2, :));
  touching = unique(scene.Body(pairs(:, apart < 0))', "rows"); # by nature
  if ! isempty(touching)
    touching = reshape(touching, [], 2);
    pairs = pairs(:, ! ismember(reshape(scene.Body(pairs), 2, [])', touching, "rows")');
  end
end

% Centers of the spheres (3-by-spheres-by-samples) and their Jacobians (3-by-n-by-spheres-by-samples).
function [x, J] = placeSpheres(scene, points)
  count = rows(points);
  n = columns(points);
  x = zeros(3, numel(scene.Body), count);
  J = zeros(3, n, numel(scene.Body), count);
  for body = unique(scene.Body)
    own = find(scene.Body == body);
    T = getTransform(scene.Robot, points, scene.Names{body});
    T = reshape(T, 4, 4, count);
    if nargout > 1
      whole = reshape(geometricJacobian(scene.Robot, points, scene.Names{body}), 6, n, count);
    end
    for k = own
      arm = zeros(3, 1, count);
      for i = 1:3
        arm(i, 1, :) = sum(T(i, 1:3, :) .* scene.Center(:, k)', 2);
      end
      x(:, k, :) = arm + T(1:3, 4, :);
      if nargout > 1
        turned = [whole(2, :, :) .* arm(3, 1, :) - whole(3, :, :) .* arm(2, 1, :)
                  whole(3, :, :) .* arm(1, 1, :) - whole(1, :, :) .* arm(3, 1, :)
                  whole(1, :, :) .* arm(2, 1, :) - whole(2, :, :) .* arm(1, 1, :)];
        J(:, :, k, :) = reshape(whole(4:6, :, :) + turned, 3, n, 1, count);
      end
    end
  end
end

% The cost of a distance, and its derivative.
function [c, slope] = costOf(d, clearance)
  c = max(clearance - d, 0).^2 / (2 * clearance);
  slope = -max(clearance - d, 0) / clearance;
  inside = d < 0;
  c(inside) = clearance / 2 - d(inside);
  slope(inside) = -1;
end

% Distances of the spheres from the nearest obstacle (spheres-by-samples), and the directions away from it.
function [d, away] = nearest(scene, x)
  [~, m, count] = size(x);
  d = Inf(m, count);
  away = zeros(3, m, count);
  for sphere = scene.Obstacles
    apart = x - sphere(2:4);
    norms = reshape(sqrt(sum(apart.^2, 1)), m, count);
    own = norms - sphere(1) - scene.Radius';
    closer = own < d;
    unit = apart ./ reshape(max(norms, eps), 1, m, count);
    chosen = repmat(reshape(closer, 1, m, count), 3, 1);
    away(chosen) = unit(chosen);
    d(closer) = own(closer);
  end
  if ! isempty(scene.Meshes)
    [own, directions] = distancesOf(scene.Meshes, reshape(x, 3, m * count));
    own(own >= scene.Meshes.TruncationDistance) = Inf; # not a distance: nothing is seen so far away
    own = reshape(own, m, count) - scene.Radius';
    closer = own < d;
    away(:, closer) = directions(:, closer);
    d(closer) = own(closer);
  end
end

% The cost of collisions, costs of distances along the ways of the spheres, its gradient by the samples, and the least
% distance from the obstacles.
function [cost, gradient, least] = collisions(scene, points)
  [x, J] = placeSpheres(scene, points);
  [~, m, count] = size(x);
  n = columns(points);
  [d, away] = nearest(scene, x);
  least = min([Inf; d(:)]);
  clearance = scene.Options.CollisionClearance;
  [c, slope] = costOf(d, clearance);
  [steps, speed] = pathOf(x);
  cost = sum(sum(c .* speed));
  force = away .* reshape(slope .* speed, 1, m, count); # by the place, then by the ways from and to its neighbours
  passed = steps .* reshape(c, 1, m, count) / 2;
  force(:, :, 2:end) += passed(:, :, 1:end - 1);
  force(:, :, 1:end - 1) -= passed(:, :, 2:end);
  if ! isempty(scene.Pairs)
    [more, push] = selfCollisions(scene, x, clearance);
    cost += more;
    force += push;
  end
  gradient = zeros(count, n);
  for i = 1:n
    gradient(:, i) = reshape(sum(sum(J(:, i, :, :) .* reshape(force, 3, 1, m, count), 1), 3), count, 1);
  end
end

% Unit directions of the spheres' paths, and the lengths of the way about each sample.
function [steps, speed] = pathOf(x)
  [~, m, count] = size(x);
  way = zeros(3, m, count);
  way(:, :, 2:end - 1) = (x(:, :, 3:end) - x(:, :, 1:end - 2)) / 2;
  speed = reshape(sqrt(sum(way.^2, 1)), m, count);
  steps = way ./ reshape(max(speed, eps), 1, m, count);
end

% The robot's spheres beside each other; the cost is that of the time, not of the way.
function [cost, push] = selfCollisions(scene, x, clearance)
  [~, m, count] = size(x);
  first = scene.Pairs(1, :);
  second = scene.Pairs(2, :);
  apart = x(:, first, :) - x(:, second, :);
  norms = sqrt(sum(apart.^2, 1));
  d = reshape(norms, numel(first), count) - scene.Radius(first)' - scene.Radius(second)';
  [c, slope] = costOf(d, clearance);
  cost = sum(c(:)) / count;
  pull = apart ./ max(norms, eps) .* reshape(slope, 1, [], count) / count;
  push = zeros(3, m, count);
  active = find(any(slope < 0, 2))';
  for k = active
    push(:, first(k), :) += pull(:, k, :);
    push(:, second(k), :) -= pull(:, k, :);
  end
end

% The quadratic form of the smoothness: points' A points / 2 + points' b + constant, over the samples between the ends.
function A = smoothness(options, points, timestep)
  weights = [options.VelocityCostWeight, options.AccelerationCostWeight, options.JerkCostWeight];
  if ! any(weights)
    weights(1) = 1;
  end
  count = rows(points);
  A = zeros(count);
  for k = find(weights)
    D = eye(count + 2 * (k - 1)); # before and behind the motion the robot stands at its ends
    D = diff(D, k);
    pad = zeros(count + 2 * (k - 1), count);
    pad(k - 1 + (1:count), :) = eye(count);
    pad(1:k - 1, 1) = 1;
    pad(end - k + 2:end, count) = 1;
    D = D * pad / timestep^k;
    A += weights(k) * timestep * (D' * D);
  end
end

% Gradient descent in the metric of the smoothness; shorter steps where the cost grows.
function [best, info] = descend(chomp, points, timestep)
  scene = sceneOf(chomp);
  solver = chomp.SolverOptions;
  weights = [chomp.SmoothnessOptions.SmoothnessCostWeight, chomp.CollisionOptions.CollisionCostWeight];
  A = smoothness(chomp.SmoothnessOptions, points, timestep);
  inner = 2:rows(points) - 1;
  [factor, failed] = chol(A(inner, inner));
  if failed
    error("condyle:argument", "optimize: expected times and cost weights for which the smoothness is a number above 0");
  end
  within = limits(scene.Robot).position;
  began = tic();
  step = 1;
  [costs, slope, least] = costsOf(scene, A, points);
  info = struct("InitialSmoothnessCost", costs(1), "InitialCollisionCost", costs(2), "SmoothnessCost", costs(1), ...
                "CollisionCost", costs(2), "Iterations", 0, "Clearance", least);
  best = points;
  while info.Iterations < solver.MaxIterations && toc(began) < solver.MaxTime
    info.Iterations++;
    gradient = weights(1) * (A * best)(inner, :) + weights(2) * slope(inner, :);
    trial = best;
    trial(inner, :) -= step / solver.LearningRate * (factor \ (factor' \ gradient));
    trial = inLimits(trial, within, factor, inner);
    [new, new_slope, new_least] = costsOf(scene, A, trial);
    say(solver.Verbosity, info.Iterations, weights .* new);
    change = weights * (costs - new)';
    if change <= 0
      step /= 2;
      if step < 1e-4
        break;
      end
      continue;
    end
    ended = change < solver.FunctionTolerance * (weights * costs');
    [best, costs, slope, least] = deal(trial, new, new_slope, new_least);
    step = min(1.5 * step, 4);
    if ended
      break;
    end
  end
  info.SmoothnessCost = costs(1);
  info.CollisionCost = costs(2);
  info.Clearance = least;
end

function [costs, slope, least] = costsOf(scene, A, points)
  [collision, slope, least] = collisions(scene, points);
  costs = [sum(sum(points .* (A * points))) / 2, collision];
end

% Brings a motion back within the limits by smooth changes, and at last by itself.
function points = inLimits(points, within, factor, inner)
  for turn = 1:5
    clipped = min(max(points(inner, :), within(:, 1)'), within(:, 2)');
    beyond = clipped - points(inner, :);
    if all(beyond(:) == 0)
      return;
    end
    smooth = factor \ (factor' \ beyond);
    for i = find(any(beyond, 1))
      [most, at] = max(abs(beyond(:, i)));
      points(inner, i) += smooth(:, i) * beyond(at, i) / smooth(at, i);
    end
  end
  points(inner, :) = min(max(points(inner, :), within(:, 1)'), within(:, 2)');
end

function say(verbosity, iteration, costs)
  if strcmp(verbosity, "concise")
    printf("%5d  cost %g\n", iteration, sum(costs));
  elseif strcmp(verbosity, "detailed")
    printf("%5d  smoothness %g  collision %g  cost %g\n", iteration, costs, sum(costs));
  end
end
