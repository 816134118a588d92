## Motions around spheres.

## A motion that goes through a ball goes around it; its ends stay, and its joints keep their limits.
%!test
%! robot = loadrobot("kinovaGen3", DataFormat="row");
%! ends = [0 0.8 0 1 0 0.5 0; 1.5 0.8 0 1 0 0.5 0];
%! place = getTransform(robot, mean(ends), "EndEffector_Link")(1:3, 4)';
%! chomp = manipulatorCHOMP(robot, "SphericalObstacles", [0.1 place]');
%! chomp.CollisionOptions.IgnoreSelfCollision = true;
%! chomp.SolverOptions = chompSolverOptions(MaxIterations=15);
%! [points, times, info] = optimize(chomp, ends, [0 2], 0.1, "InitialTrajectoryFitType", "minjerkpolytraj");
%! assert(size(points), [21 7]);
%! assert(times, 0:0.1:2, 1e-12);
%! assert(points([1 end], :), ends);
%! ball = {collisionSphere(0.1, "Pose", trvec2tform(place))};
%! hits = @(q) arrayfun(@(k) checkCollision(robot, q(k, :), ball, "IgnoreSelfCollision", "on"), 1:rows(q));
%! assert(any(hits(minjerkpolytraj(ends', [0 2], 21)')));
%! assert(! any(hits(points)));
%! assert(info.CollisionCost < 0.2*info.InitialCollisionCost);
%! assert(info.Clearance > 0);
%! within = limits(robot).position;
%! assert(all(all(points >= within(:, 1)' & points <= within(:, 2)')));
%! chomp.SphericalObstacles = [];
%! [points, ~, info] = optimize(chomp, ends, [0 2], 0.1); # the straight line is the smoothest
%! assert(points, interp1([0 2], ends, 0:0.1:2), 1e-9);
%! assert(info.Clearance, Inf);

## A step that does not divide the motion's time gives way to the next that does: times are those of the samples, and
## the smoothness is that of the true step, of the straight line the square of the velocity over the time, by half.
%!test
%! chomp = manipulatorCHOMP(loadrobot("kinovaGen3", DataFormat="row"));
%! chomp.CollisionOptions.IgnoreSelfCollision = true;
%! chomp.SmoothnessOptions = chompSmoothnessOptions(VelocityCostWeight=1, AccelerationCostWeight=0, JerkCostWeight=0);
%! ends = [0 0.8 0 1 0 0.5 0; 1.5 0.8 0 1 0 0.5 0];
%! [points, times, info] = optimize(chomp, ends, [2 3], 0.3);
%! assert(times, 2 + [0 1 2 3]/3, 1e-12);
%! assert(points, interp1([2 3], ends, times), 1e-9);
%! assert(info.InitialSmoothnessCost, 1.5^2/2, 1e-9);

## The spheres of a robot contain its shapes: their distance from a ball is at most that of the shapes.
%!test
%! robot = loadrobot("universalUR5e", DataFormat="column");
%! chomp = manipulatorCHOMP(robot);
%! assert(numel(chomp.RigidBodyTreeSpheres), robot.NumBodies + 1);
%! rand("twister", 5);
%! for k = 1:3
%!   q = 4*rand(6, 1) - 2;
%!   ball = collisionSphere(0.1, "Pose", trvec2tform([1.5 1.5 0.5]));
%!   [~, distances] = checkCollision(robot, q, {ball}, "IgnoreSelfCollision", "on", "Exhaustive", "on");
%!   nearest = Inf;
%!   names = [robot.BodyNames, {robot.BaseName}];
%!   for i = 1:numel(names)
%!     own = chomp.RigidBodyTreeSpheres{i};
%!     x = getTransform(robot, q, names{i})(1:3, :) * [own(2:4, :); ones(1, columns(own))];
%!     nearest = min([nearest, sqrt(sum((x - [1.5; 1.5; 0.5]).^2, 1)) - own(1, :) - 0.1]);
%!   end
%!   assert(nearest <= min(distances(:)) + 1e-3);
%!   assert(nearest > min(distances(:)) - 0.1);
%! end

## Faults name what was expected.
%!test
%! chomp = manipulatorCHOMP(loadrobot("universalUR5e", DataFormat="row"), "RigidBodyTreeSpheres", ...
%!                          repmat({zeros(4, 0)}, 11, 1));
%! ends = zeros(2, 6);
%! fail("manipulatorCHOMP(3)", "a rigidBodyTree");
%! fail("optimize(chomp, zeros(2, 5), [0 1], 0.1)", "rows of 6 numbers");
%! fail("optimize(chomp, ends, [1 0], 0.1)", "times that grow");
%! fail("optimize(chomp, ends, [0 1], 0.9)", "half the motion's time");
%! fail("optimize(chomp, ends, [0 1], 0.1, 'InitialTrajectoryFitType', 'spline')", "minjerkpolytraj");
%! fail("chomp.SphericalObstacles = [1 2 3];", "4-by-n");
%! fail("chomp.SolverOptions.LearningRate = 0;", "greater than 0");
%! fail("chomp.SmoothnessOptions.JerkCostWeight = -1;", "JerkCostWeight: expected a number of 0 or more");
%! fail("chompCollisionOptions('SkippedSelfCollisions', 'none')", "adjacent");
%! fail("chompSolverOptions('Verbosity', 'loud')", "detailed");
%! fail("chomp.SmoothnessOptions.SmoothnessCostWeight = Inf;", "SmoothnessCostWeight: expected a number of 0 or more");
%! fail("chomp.CollisionOptions.CollisionCostWeight = NaN;", "CollisionCostWeight: expected a number of 0 or more");
%! fail("chomp.SmoothnessOptions = struct();", "expected a chompSmoothnessOptions, not struct");
%! fail("chomp.CollisionOptions = 5;", "expected a chompCollisionOptions, not double");
%! fail("chomp.SolverOptions = 'none';", "expected a chompSolverOptions, not char");
%! fail("chomp.RigidBodyTree = 7;", "expected a rigidBodyTree, not double");
%! fail("manipulatorCHOMP(rigidBodyTree('DataFormat', 'row'))", "joints that move");
%! fail("manipulatorCHOMP(loadrobot('abbIrb120'), 'MeshTSDF', 1)", "expected a meshtsdf, not double");
%! fail("manipulatorCHOMP(loadrobot('abbIrb120'), 'VoxelTSDF', 1)", "no option 'VoxelTSDF'");
%! fail("optimize(chomp, NaN(2, 6), [0 1], 0.1)", "rows of 6 numbers");
%! fail("optimize(chomp, {1}, [0 1], 0.1)", "rows of 6 numbers");
%! fail("optimize(chomp, ends + i, [0 1], 0.1)", "rows of 6 numbers");
%! fail("optimize(chomp, ends, [0 Inf], 0.1)", "times that grow");
%! fail("optimize(chomp, ends, [0 NaN], 0.1)", "times that grow");
%! fail("optimize(chomp, ends, {0, 1}, 0.1)", "times that grow");
%! fail("optimize(chomp, ends, [0 1], 'x')", "timestep");
%! fail("optimize(chomp, ends, [0 1], -1)", "timestep greater than 0");
%! fail("optimize(chomp, ends, [0 1], NaN)", "timestep greater than 0");
%! fail("optimize(chomp, ends, [0 1], 1e-9)", "1e.09 samples; expected one that makes 5000");
%! fail("optimize(chomp, ends, [0 1], 0.1, 'InitialTrajectoryFitType', 5)", "expected a name, not double");
%! fail("optimize(chomp, ends, [0 1])", "expected optimize");
%! fail("optimize(chomp, ends, [0 1e300], 1e299)", "the smoothness is a number above 0");
%! fail("show(chomp, zeros(2, 5))", "n-by-6");
%! fail("show(chomp, ends, 'NumSamples', -1)", "NumSamples: expected an integer above 0");
%! fail("show(chomp, ends, 'NumSamples', 'many')", "NumSamples: expected an integer above 0");
%! fail("chompCollisionOptions('SkippedSelfCollisions', {'a'})", "two names of bodies a row");
%! chomp.CollisionOptions.SkippedSelfCollisions = {"base_link", "hand"};
%! fail("optimize(chomp, ends, [0 1], 0.1)", ...
%!      "^optimize: CollisionOptions: SkippedSelfCollisions: there is no body 'hand'; expected names");
%! chomp.RigidBodyTreeSpheres = {};
%! fail("optimize(chomp, ends, [0 1], 0.1)", "expected 11 cells");
