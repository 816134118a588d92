classdef manipulatorRRT < handle
  % MANIPULATORRRT  Plan a motion of a robot past obstacles, by two rapidly exploring random trees.
  %
  %   rrt = manipulatorRRT(robot,world)          world is a cell array of collision objects, {} for none
  %   path = plan(rrt,start,goal)                a configuration each row; zeros(0,n) where none was found
  %   path = plan(rrt,start,region)              to any pose of a workspaceGoalRegion
  %   [path,info] = plan(...)                    IsPathFound, ExitFlag (1: found, 2: MaxIterations reached)
  %   states = interpolate(rrt,path)             at most ValidationDistance apart
  %   states = interpolate(rrt,path,n)           n states between each two of the path
  %   path = shorten(rrt,path,iterations)        tries shortcuts between random places of the path, and ends early
  %                                              once it is straight; the time of any other grows with iterations
  %
  %   One tree grows from the start, one from the goal, in turns: toward a random configuration within the limits of the
  %   joints, by MaxConnectionDistance, and from there to the other tree.  robot.DataFormat is "row" or "column"; path
  %   has rows in both cases.  rand decides: rand("twister",1) makes a plan repeatable.
  %
  %   MaxConnectionDistance   the longest step of a tree, rad or m, 0.1
  %   ValidationDistance      how far apart a step is checked for collisions, 0.01
  %   MaxIterations           10000
  %   EnableConnectHeuristic  true: steps from one tree to the other have any length
  %   IgnoreSelfCollision, SkippedSelfCollisions   as of checkCollision: false, "parent"; pairs of names as well
  %   WorkspaceGoalRegionBias how often another goal of a region is tried, 0.5
  %
  %   Example:
  %     >> robot = loadrobot("kukaIiwa14",DataFormat="row");
  %     >> env = {collisionBox(0.5,0.5,0.05), collisionSphere(0.3)};
  %     >> env{1}.Pose(3,4) = -0.05;
  %     >> env{2}.Pose(1:3,4) = [0.1 0.2 0.8];
  %     >> rrt = manipulatorRRT(robot,env);
  %     >> rand("twister",1)
  %     >> path = plan(rrt,[0.08 -0.65 0.05 0.02 0.04 0.49 0.04],[2.97 -1.05 0.05 0.02 0.04 0.49 0.04]);
  %     >> states = interpolate(rrt,path);
  %     >> any(arrayfun(@(i) any(checkCollision(robot,states(i,:),env)),1:20:rows(states)))
  %     ans = 0
  %
  %   See also checkCollision, workspaceGoalRegion, collisionBox.
  properties
    MaxConnectionDistance = 0.1;
    ValidationDistance = 0.01;
    MaxIterations = 10000;
    EnableConnectHeuristic = true;
    IgnoreSelfCollision = false;
    SkippedSelfCollisions = "parent";
    WorkspaceGoalRegionBias = 0.5;
  end
  properties (Hidden)
    Robot
    World = {};
    Scene = [];
  end
  methods
    function rrt = manipulatorRRT(robot, world, varargin)
      needArguments(nargin, 1, "manipulatorRRT(robot,world)");
      rrt.Robot = asRigidBodyTree(robot, "manipulatorRRT", "a rigidBodyTree");
      if strcmp(rrt.Robot.DataFormat, "struct")
        error("condyle:dataFormat", "manipulatorRRT: the robot's DataFormat is ""struct""; expected ""row"" or ""column""");
      end
      if condyle("sizes", rrt.Robot.h)(1) != condyle("sizes", rrt.Robot.h)(2)
        error("condyle:unsupported", "manipulatorRRT: the robot has floating joints");
      end
      if nargin > 1
        rrt.World = world;
      end
      if isa(rrt.World, "collisionGeometry")
        rrt.World = {rrt.World};
      end
      setProperties(rrt, asPairs(varargin));
      prepare(rrt);
    end
    function set.MaxConnectionDistance(rrt, distance)
      rrt.MaxConnectionDistance = needLength(distance, "MaxConnectionDistance", "a distance");
    end
    function set.ValidationDistance(rrt, distance)
      rrt.ValidationDistance = needLength(distance, "ValidationDistance", "a distance");
    end
    function set.MaxIterations(rrt, count)
      needWhole(count, "MaxIterations");
      rrt.MaxIterations = count;
    end
    function set.EnableConnectHeuristic(rrt, enable)
      rrt.EnableConnectHeuristic = isOn(enable, "EnableConnectHeuristic");
    end
    function set.IgnoreSelfCollision(rrt, ignore)
      isOn(ignore, "IgnoreSelfCollision");
      rrt.IgnoreSelfCollision = ignore;
    end
    function set.SkippedSelfCollisions(rrt, skipped)
      rrt.SkippedSelfCollisions = needSkipped(skipped, "SkippedSelfCollisions");
    end
    function set.WorkspaceGoalRegionBias(rrt, bias)
      if needNumbers("WorkspaceGoalRegionBias", bias, 1, 0) > 1
        error("condyle:argument", "WorkspaceGoalRegionBias: expected a number from 0 to 1");
      end
      rrt.WorkspaceGoalRegionBias = bias;
    end

    function [path, info] = plan(rrt, start, goal)
      needArguments(nargin, 3, "plan(rrt,start,goal)");
      prepare(rrt);
      start = asRow(rrt, start, "the start");
      if ! isFree(rrt, start)
        error("condyle:argument", "plan: the robot collides at the start; see checkCollision");
      end
      if isa(goal, "workspaceGoalRegion")
        goals = regionGoal(rrt, goal, start, 100);
      else
        goals = asRow(rrt, goal, "the goal");
        if ! isFree(rrt, goals)
          error("condyle:argument", "plan: the robot collides at the goal; see checkCollision");
        end
      end
      path = search(rrt, start, goals, goal);
      found = rows(path) > 0;
      info = struct("IsPathFound", found, "ExitFlag", 2 - found);
    end
    function states = interpolate(rrt, path, count)
      needArguments(nargin, 2, "interpolate(rrt,path)");
      checkPath(rrt, path);
      if nargin > 2
        needCount(count, "interpolate: the number of states between two of the path");
        if count * rows(path) > 1e7
          error("condyle:argument", "interpolate: %g states between two of %d make too many", count, rows(path));
        end
      end
      states = path(1:min(1, rows(path)), :);
      for i = 2:rows(path)
        step = path(i, :) - path(i - 1, :);
        if nargin > 2
          pieces = count + 1;
        else
          pieces = waysInPieces(norm(step), rrt.ValidationDistance);
        end
        states = [states; path(i - 1, :) + (1:pieces)' / pieces * step];
      end
    end
    function path = shorten(rrt, path, iterations)
      needArguments(nargin, 3, "shorten(rrt,path,iterations)");
      checkPath(rrt, path);
      needWhole(iterations, "shorten: iterations");
      prepare(rrt);
      for k = 1:iterations
        if rows(path) < 2 || isStraight(path)
          return;
        end
        path = shortcut(rrt, path);
      end
    end
  end
  methods (Hidden)
    % The world and the robot as they stand now.
    function prepare(rrt)
      rrt.Scene = collisionScene(rrt.Robot, rrt.World, rrt.SkippedSelfCollisions, "manipulatorRRT");
      rrt.Scene.Pairs = [rrt.Scene.World, rrt.Scene.Self(:, ! isOn(rrt.IgnoreSelfCollision, "IgnoreSelfCollision") & ...
                                                            true(1, columns(rrt.Scene.Self)))];
    end
    function q = asRow(rrt, q, what)
      n = condyle("sizes", rrt.Robot.h)(1);
      if ! isnumeric(q) || ! isreal(q) || numel(q) != n || ! all(isfinite(q(:)))
        error("condyle:argument", "plan: %s: expected %d positions", what, n);
      end
      q = double(q(:)');
      within = condyle("limits", rrt.Robot.h).position;
      rounded = 0.005; % rad or m: scripts give positions in two decimals, also at a limit
      beyond = find(q < within(:, 1)' - rounded | q > within(:, 2)' + rounded, 1);
      if ! isempty(beyond)
        error("condyle:argument", "plan: %s: position %d is %g, beyond the joint's limits, %g to %g", what, beyond, ...
              q(beyond), within(beyond, :));
      end
    end
    function checkPath(rrt, path)
      n = condyle("sizes", rrt.Robot.h)(1);
      if ! isnumeric(path) || ! isreal(path) || columns(path) != n || ! all(isfinite(path(:)))
        error("condyle:argument", "manipulatorRRT: expected a path with a configuration of %d positions in each row", n);
      end
    end
    % Whether the robot touches neither the world nor itself.
    function free = isFree(rrt, q)
      if strcmp(rrt.Robot.DataFormat, "column")
        q = q';
      end
      T = placeShapes(rrt.Scene, rrt.Robot, q);
      free = ! any(isnan(condyle("separations", rrt.Scene.Table, rrt.Scene.Points, T, rrt.Scene.Pairs, true)));
    end
    % Whether all of the way between two configurations is free; the first one is.
    function free = isWayFree(rrt, from, to)
      pieces = waysInPieces(norm(to - from), rrt.ValidationDistance);
      order = (pieces:-1:1) / pieces; # the end first, where a collision is most likely
      free = true;
      for s = order
        free = isFree(rrt, from + s * (to - from));
        if ! free
          return;
        end
      end
    end
    function path = search(rrt, start, goals, region)
      % Trees: nodes, a configuration each row, and the row that each was reached from, 0 of roots.
      trees = {start, goals};
      before = {0, zeros(rows(goals), 1)};
      limits = min(max(condyle("limits", rrt.Robot.h).position, -pi), pi);
      wide = condyle("limits", rrt.Robot.h).position;
      limits(isfinite(wide)) = wide(isfinite(wide));
      path = zeros(0, numel(start));
      for k = 1:rrt.MaxIterations
        if isa(region, "workspaceGoalRegion") && rows(goals) < 10 && rand() < rrt.WorkspaceGoalRegionBias
          another = regionGoal(rrt, region, start, 1);
          goals = [goals; another];
          trees{2} = [trees{2}; another];
          before{2} = [before{2}; zeros(rows(another), 1)];
        end
        own = 1 + mod(k, 2);
        sample = limits(:, 1)' + rand(1, numel(start)) .* diff(limits, 1, 2)';
        if k <= 2 # the straight way first
          sample = trees{3 - own}(1:min(1, end), :);
        end
        if isempty(trees{own}) || isempty(sample)
          continue;
        end
        [new, from] = stepToward(rrt, trees{own}, sample, rrt.MaxConnectionDistance);
        if isempty(new)
          continue;
        end
        trees{own}(end + 1, :) = new;
        before{own}(end + 1, 1) = from;
        [trees, before, met] = connect(rrt, trees, before, own);
        if met
          path = wayBetween(trees, before, own);
          return;
        end
      end
    end
    % The free end of a step from the nearest node of a tree toward a configuration, and the node's row; [] where it is
    % blocked.
    function [new, from] = stepToward(rrt, tree, target, longest)
      [distance, from] = min(sqrt(sumsq(tree - target, 2)));
      new = zeros(0, columns(tree));
      if distance == 0
        return;
      end
      way = tree(from, :) + min(1, longest / distance) * (target - tree(from, :));
      if isWayFree(rrt, tree(from, :), way)
        new = way;
      end
    end
    % Lets the other tree grow to the newest node of a tree.
    function [trees, before, met] = connect(rrt, trees, before, own)
      other = 3 - own;
      target = trees{own}(end, :);
      longest = rrt.MaxConnectionDistance;
      if rrt.EnableConnectHeuristic
        longest = Inf;
      end
      met = false;
      if isempty(trees{other})
        return;
      end
      [distance, nearest] = min(sqrt(sumsq(trees{other} - target, 2)));
      if distance == 0
        trees{other}(end + 1, :) = target;
        before{other}(end + 1, 1) = nearest;
        met = true;
        return;
      end
      [new, from] = stepToward(rrt, trees{other}, target, longest);
      if ! isempty(new)
        trees{other}(end + 1, :) = new;
        before{other}(end + 1, 1) = from;
        met = norm(new - target) < 1e-12;
      end
    end
    % A path with a random shortcut, where that is free.
    function path = shortcut(rrt, path)
      place = sort(1 + rand(1, 2) * (rows(path) - 1));
      first = floor(place);
      first(2) = min(first(2), rows(path) - 1);
      first(1) = min(first(1), rows(path) - 1);
      ends = path(first, :) + (place - first)' .* (path(first + 1, :) - path(first, :));
      old = [ends(1, :); path(first(1) + 1:first(2), :); ends(2, :)];
      if first(1) != first(2) && lengthBeyond(old) > 1e-12 && isWayFree(rrt, ends(1, :), ends(2, :))
        path = [path(1:first(1), :); ends; path(first(2) + 1:end, :)];
        path([false; all(diff(path) == 0, 2)], :) = [];
      end
    end
    % A free configuration that brings the body of a region to one of its poses; zeros(0,n) where none was found.
    function q = regionGoal(rrt, region, start, tries)
      ik = inverseKinematics("RigidBodyTree", rrt.Robot);
      guess = start;
      if strcmp(rrt.Robot.DataFormat, "column")
        guess = start';
      end
      q = zeros(0, numel(start));
      for k = 1:tries
        [found, info] = ik(region.EndEffectorName, sample(region, 1), ones(1, 6), guess);
        if strcmp(info.Status, "success") && isFree(rrt, found(:)')
          q = found(:)';
          return;
        end
        guess = randomConfiguration(rrt.Robot);
      end
    end
  end
end

% How much longer a path is than the straight way between its ends.
function more = lengthBeyond(path)
  more = sum(sqrt(sumsq(diff(path), 2))) - norm(path(end, :) - path(1, :));
end

% Whether no shortcut of a path is shorter; the tolerance is below the one of shortcuts.
function straight = isStraight(path)
  straight = lengthBeyond(path) < 1e-13;
end

% The way from the start's root to the goal's root over the newest nodes of both trees, which are the same.
function path = wayBetween(trees, before, own)
  ways = cell(1, 2);
  for t = 1:2
    row = rows(trees{t});
    while row > 0
      ways{t} = [ways{t}; trees{t}(row, :)];
      row = before{t}(row);
    end
  end
  path = [flipud(ways{1}); ways{2}(2:end, :)];
  path([false; all(diff(path) == 0, 2)], :) = [];
end
