## Collision objects, robots that hit themselves or the world, and motions past obstacles.

## closed forms
%!test
%! box = collisionBox(1, 2, 3);
%! ball = collisionSphere(0.25);
%! ball.Pose(1:3, 4) = [1.5; 2; 2.5];
%! [hit, distance, points] = checkCollision(box, ball);
%! away = [1 1 1];
%! assert(hit, 0);
%! assert(distance, norm(away) - 0.25, 1e-12);
%! assert(points, [0.5 1 1.5; ([1.5 2 2.5] - 0.25 * away / norm(away))]', 1e-12);
%! drum = collisionCylinder(0.5, 2);
%! # off the rim by (0.3 0.4 0.5)
%! ball = collisionSphere(0.1, Pose=trvec2tform([0.3 + 0.5 * 0.6, 0.4 + 0.5 * 0.8, 1 + 0.5]));
%! [~, distance, points] = checkCollision(drum, ball);
%! assert(distance, norm([0.3 0.4 0.5]) - 0.1, 1e-6);
%! assert(points(:, 1), [0.3; 0.4; 1], 1e-3);
%! a = collisionCapsule(0.1, 2);
%! b = collisionCapsule(0.2, 2, Pose=[axang2rotm([1 0 0 pi/2]), [0.7; 0; 0]; 0 0 0 1]);
%! [~, distance, points] = checkCollision(a, b);
%! assert(distance, 0.4, 1e-12);
%! assert(points, [0.1 0.5; 0 0; 0 0], 1e-9);
%! tetrahedron = collisionMesh([0 0 0; 1 0 0; 0 1 0; 0 0 1; 0.1 0.1 0.1]);
%! [~, distance, points] = checkCollision(tetrahedron, collisionSphere(0.5, "Pose", trvec2tform([1 1 1])));
%! assert(distance, norm([1 1 1] - [1 1 1] / 3) - 0.5, 1e-12);
%! assert(points(:, 1), [1; 1; 1] / 3, 1e-9);

## shapes that touch or overlap
%!test
%! a = collisionBox(1, 1, 1);
%! for b = {collisionBox(0.1, 0.1, 0.1), collisionSphere(0.1), collisionCylinder(2, 0.1), collisionCapsule(0.1, 3), ...
%!          collisionMesh(0.2 * rand(20, 3) - 0.1)}
%!   [hit, distance, points] = checkCollision(a, b{1});
%!   assert({hit, distance, points}, {1, NaN, NaN(3, 2)});
%!   b{1}.Pose = trvec2tform([0 0 10]);
%!   assert(checkCollision(a, b{1}), 0);
%! end
%! assert(checkCollision(collisionSphere(0.5), collisionSphere(0.5)), 1);
%! assert(checkCollision(collisionSphere(0.5), collisionSphere(0.4999, Pose=trvec2tform([1 0 0]))), 0);
%! assert(checkCollision(collisionSphere(0.5), collisionSphere(0.5001, Pose=trvec2tform([1 0 0]))), 1);

## random hulls beside a quadratic program
%!test
%! rand("twister", 3);
%! randn("twister", 3);
%! for k = 1:60
%!   A = randn(12, 3);
%!   B = randn(9, 3) .* [2 1 0.2];
%!   shift = 4 * randn(1, 3);
%!   turn = eul2rotm(2 * pi * rand(1, 3));
%!   place = [turn, shift'; 0 0 0 1];
%!   [hit, distance, points] = checkCollision(collisionMesh(A), collisionMesh(B, Pose=place));
%!   moved = B * turn' + shift;
%!   D = [A', -moved'];
%!   E = [ones(1, 12), zeros(1, 9); zeros(1, 12), ones(1, 9)];
%!   [~, objective] = qp([ones(12, 1) / 12; ones(9, 1) / 9], 2 * (D' * D) + 1e-13 * eye(21), zeros(21, 1), E, ...
%!                       [1; 1], ...
%!                       zeros(21, 1), ones(21, 1));
%!   if hit
%!     assert(objective < 1e-8);
%!   else
%!     assert(distance, sqrt(objective), 1e-5);
%!     assert(norm(diff(points, 1, 2)), distance, 1e-10);
%!   end
%! end

## a moved pair is as far apart, and the order does not count
%!test
%! rand("twister", 4);
%! make = {@() collisionBox(0.3, 0.5, 0.2), @() collisionCylinder(0.2, 0.7), @() collisionCapsule(0.1, 0.4), ...
%!         @() collisionSphere(0.2)};
%! for k = 1:40
%!   a = make{1 + mod(k, 4)}();
%!   b = make{1 + mod(floor(k / 4), 4)}();
%!   T = [eul2rotm(rand(1, 3) * 6), 2 * rand(3, 1); 0 0 0 1];
%!   b.Pose = [eul2rotm(rand(1, 3) * 6), 2 * rand(3, 1); 0 0 0 1];
%!   [~, there, points] = checkCollision(a, b);
%!   [~, back, turned] = checkCollision(b, a);
%!   assert(there, back, 1e-6);
%!   a.Pose = T * a.Pose;
%!   b.Pose = T * b.Pose;
%!   [~, moved] = checkCollision(a, b);
%!   assert(moved, there, 1e-6);
%! end

## objects are handles; copies are not the same object; se3 is a pose, too
%!test
%! a = collisionBox(1, 2, 3);
%! b = a;
%! c = copy(a);
%! b.Pose(1, 4) = 4;
%! assert(a.Pose(1, 4), 4);
%! assert(c.Pose, eye(4));
%! assert([c.X c.Y c.Z], [1 2 3]);
%! c.X = 5;
%! assert(a.X, 1);
%! a.Pose = se3([1 2 3], "trvec");
%! assert(tform2trvec(a.Pose), [1 2 3]);
%!error <expected an edge above 0> collisionBox(-1, 1, 1)
%!assert(checkCollision(collisionBox(1, 0, 1), collisionSphere(0.1, "Pose", trvec2tform([0 0.2 0]))), 0)
%!error <expected a radius above 0> collisionSphere(-1)
%!error <n-by-3> collisionMesh(ones(3, 3))
%!error <two collision objects> checkCollision(collisionSphere(1), 3)
%!error id=condyle:argument collisionBox(1, 1, 1, "Pose", 3)

## an arm of two balls on sticks: its own distances, those of the world, and the numbers of bodies
%!function robot = two_balls()
%!  robot = rigidBodyTree("DataFormat", "row");
%!  parent = "base";
%!  for name = {"a", "b", "c"}
%!    body = rigidBody(name{1});
%!    body.Joint = rigidBodyJoint(["j" name{1}], "revolute");
%!    setFixedTransform(body.Joint, trvec2tform([(parent(1) != "b" || numel(parent) == 1) * (name{1} > "a"), 0, 0]));
%!    addCollision(body, "sphere", 0.1);
%!    addBody(robot, body, parent);
%!    parent = name{1};
%!  end
%!endfunction
%!test
%! robot = two_balls(); # balls at 0, 1 and 2 m on x
%! world = {collisionSphere(0.2, Pose=trvec2tform([2 0 1])), collisionBox(0.1, 0.1, 0.1, Pose=trvec2tform([0 3 0]))};
%! [hit, d, points] = checkCollision(robot, [0 0 0], world);
%! assert(hit, [false false]);
%! assert(size(d), [4 6]);
%! assert(size(points), [12 12]);
%! assert(d(1, 3), 1.8, 1e-12);       # first and third; neighbours and the base, which has no shape, are not looked at
%! assert(d(3, 1), 1.8, 1e-12);
%! assert([d(1, 2) d(2, 3) d(4, 1)], [Inf Inf Inf]);
%! assert(d(3, 5), 0.7, 1e-12);
%! assert(d(1, 6), 3 - 0.1 - 0.05, 1e-12);
%! assert(points(7:9, 9:10), [2 2; 0 0; 0.1 0.8], 1e-9);
%! assert(points(1:3, 5:6), [0.1 1.9; 0 0; 0 0], 1e-9);
%! assert(points(7:9, 1:2), [1.9 0.1; 0 0; 0 0], 1e-9);
%! [hit, d] = checkCollision(robot, [0 pi - 0.01 0], {}); # folded: the third ball is on the first
%! assert(hit, true);
%! assert(isnan(d(1, 3)));
%! [hit, d] = checkCollision(robot, [pi/2 0 0], world, "IgnoreSelfCollision", "on", "Exhaustive", "on");
%! assert(hit, false);
%! assert(size(d), [4 2]);
%! assert(d(3, 2), 1 - 0.15, 1e-12);
%! world{2}.Pose(2, 4) = 2;
%! assert(checkCollision(robot, [pi/2 0 0], world), [false true]);
%! assert(checkCollision(robot, [pi/2 0 0], world, "IgnoreSelfCollision", true), true);
%! assert(checkCollision(robot, [pi/2 0 0]), false);
%!error <cell array of collision objects> checkCollision(two_balls(), [0 0 0], {3})
%!error <"parent", "adjacent"> checkCollision(two_balls(), [0 0 0], "SkippedSelfCollisions", "none")

## collision objects on bodies, and shapes of robots by name
%!test
%! body = rigidBody("b");
%! addCollision(body, collisionCylinder(0.1, 0.4), trvec2tform([0 0 0.2]));
%! addCollision(body, collisionBox(0.1, 0.2, 0.3, "Pose", trvec2tform([1 0 0])));
%! addCollision(body, collisionMesh([0 0 0; 1 0 0; 0 1 0; 0 0 1]));
%! assert({body.Collisions{1}.Type, body.Collisions{1}.Radius, body.Collisions{1}.Length}, {"cylinder", 0.1, 0.4});
%! assert(tform2trvec(body.Collisions{1}.Transform), [0 0 0.2]);
%! assert(tform2trvec(body.Collisions{2}.Transform), [1 0 0]);
%! robot = rigidBodyTree("DataFormat", "row");
%! addBody(robot, body, "base");
%! [~, d] = checkCollision(robot, [], {collisionSphere(0.1, "Pose", trvec2tform([0 0 2]))});
%! assert(d(1, 3), 0.9, 1e-12); # of the mesh's corner
%! arm = loadrobot("universalUR5e", "DataFormat", "row");
%! assert(numel(getBody(arm, "forearm_link").Collisions), numel(getBody(arm, "forearm_link").Visuals));
%! clearCollision(getBody(arm, "forearm_link"));
%! assert(isempty(getBody(arm, "forearm_link").Collisions));
%! file = getBody(robot, "b").Collisions{3}.Mesh;
%! delete(file);

## a plan past a wall, in rows and columns; a goal that cannot be reached; a start that is blocked
%!test
%! rand("twister", 5);
%! robot = two_balls();
%! wall = collisionBox(0.2, 0.2, 1, "Pose", trvec2tform([2 0.1 0]));
%! start = [-0.6 0 0];
%! goal = [0.8 0 0];
%! rrt = manipulatorRRT(robot, {wall});
%! rrt.ValidationDistance = 0.02;
%! rrt.MaxConnectionDistance = 0.3;
%! [path, info] = plan(rrt, start, goal);
%! assert(info.IsPathFound && info.ExitFlag == 1);
%! assert(path([1 end], :), [start; goal]);
%! states = interpolate(rrt, path);
%! assert(max(sqrt(sumsq(diff(states), 2))) <= 0.02 + 1e-12);
%! assert(! any(arrayfun(@(i) any(checkCollision(robot, states(i, :), {wall})), 1:rows(states))));
%! short = shorten(rrt, path, 30);
%! assert(short([1 end], :), path([1 end], :));
%! assert(sum(sqrt(sumsq(diff(short), 2))) <= sum(sqrt(sumsq(diff(path), 2))) + 1e-12);
%! states = interpolate(rrt, short);
%! assert(! any(arrayfun(@(i) any(checkCollision(robot, states(i, :), {wall})), 1:rows(states))));
%! assert(rows(interpolate(rrt, path([1 end], :), 9)), 11);
%! robot.DataFormat = "column";
%! direct = plan(manipulatorRRT(robot, {}), start', goal');
%! assert(direct([1 end], :), [start; goal], 1e-12);
%!error <collides at the start> plan(manipulatorRRT(two_balls(), {collisionSphere(0.2)}), [0 0 0], [1 0 0])
%!error <expected 3 positions> plan(manipulatorRRT(two_balls(), {}), [0 0], [1 0 0])
%!error <"row" or "column"> manipulatorRRT(loadrobot("universalUR5e"), {})
%!test
%! rand("twister", 6);
%! robot = two_balls();
%! ring = {collisionBox(6, 0.1, 1, "Pose", trvec2tform([0 0.5 0])), ...
%!         collisionBox(6, 0.1, 1, "Pose", trvec2tform([0 -0.5 0]))};
%! rrt = manipulatorRRT(robot, ring, "MaxIterations", 50);
%! [path, info] = plan(rrt, [0 0 0], [pi 0 0]);
%! assert(rows(path), 0);
%! assert({info.IsPathFound, info.ExitFlag}, {false, 2});

## a region as the goal
%!test
%! rand("twister", 7);
%! robot = loadrobot("universalUR5e", "DataFormat", "row");
%! q = [0.3 -1.2 1.4 -1.5 -1.57 0];
%! region = workspaceGoalRegion("tool0", "ReferencePose", getTransform(robot, q, "tool0"));
%! region.Bounds(1:3, :) = [-0.05 0.05; -0.05 0.05; 0 0.1];
%! rrt = manipulatorRRT(robot, {});
%! path = plan(rrt, [0 -1.5 1.5 -1.5 -1.57 0], region);
%! T = region.ReferencePose \ getTransform(robot, path(end, :), "tool0");
%! assert(all(T(1:3, 4) >= [-0.05; -0.05; 0] - 1e-4) && all(T(1:3, 4) <= [0.05; 0.05; 0.1] + 1e-4));
%! assert(T(1:3, 1:3), eye(3), 1e-3);

## drawn: axes and a patch each
%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! warning("off", "all", "local");
%! picture = figure("visible", "off");
%! for object = {collisionBox(1, 2, 3), collisionSphere(1), collisionCylinder(1, 2), collisionCapsule(1, 2), ...
%!               collisionMesh([0 0 0; 1 0 0; 0 1 0; 0 0 1])}
%!   object{1}.Pose = trvec2tform([0 0 5]);
%!   [where, drawn] = show(object{1}, "Parent", gca());
%!   assert(isaxes(where) && strcmp(get(drawn, "type"), "patch"));
%!   assert(min(get(drawn, "vertices")(:, 3)) >= 3 - 1e-12);
%!   [~, distance] = checkCollision(object{1}, collisionSphere(0.5));
%!   assert(min(get(drawn, "vertices")(:, 3)) - 0.5, distance, 1e-6); # its lowest point is above the origin
%! end
%! close(picture);

## the space of a robot's states: bounds, samples, ways and distances
%!test
%! warning("off", "condyle:robotFile", "local");
%! robot = importrobot(["<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>" ...
%!   "<joint name='p' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint>" ...
%!   "<joint name='q' type='revolute'><parent link='b'/><child link='c'/><axis xyz='0 0 1'/>" ...
%!   "<limit lower='-1' upper='2' effort='1' velocity='1'/></joint>" ...
%!   "<joint name='s' type='prismatic'><parent link='c'/><child link='d'/><axis xyz='1 0 0'/>" ...
%!   "<limit lower='0' upper='0.5' effort='1' velocity='1'/></joint></robot>"], DataFormat="column");
%! space = manipulatorStateSpace(robot);
%! assert(space.NumStateVariables, 3);
%! assert(space.StateBounds, [-Inf Inf; -1 2; 0 0.5]);
%! assert(robot.DataFormat, "column"); # the space has a copy
%! rand("twister", 1);
%! randn("twister", 1);
%! states = sampleUniform(space, 2000);
%! assert(all(all(states >= [-pi -1 0] & states <= [pi 2 0.5])));
%! assert(mean(states), [0 0.5 0.25], 0.15);
%! assert(max(states) - min(states), [2*pi 3 0.5], 0.05);
%! assert(size(sampleUniform(space)), [1 3]);
%! states = sampleGaussian(space, [1 0.5 0.25], [0.1 0.2 0.01], 4000);
%! assert(mean(states), [1 0.5 0.25], 0.02);
%! assert(std(states), [0.1 0.2 0.01], 0.01);
%! assert(max(sampleGaussian(space, [0 0 0.5], 1, 500)(:, 3)), 0.5); # bounded
%! assert(enforceStateBounds(space, [9 -9 9; 0 0 0]), [9 -1 0.5; 0 0 0]);
%! assert(interpolate(space, [0 0 0], [1 2 0.5], [0 0.25 1]), [0 0 0; 0.25 0.5 0.125; 1 2 0.5]);
%! assert(distance(space, [0 0 0], [3 4 0]), 5);
%! assert(distance(space, [0 0 0; 3 0 0], [3 4 0]), [5; 4]);
%! space.StateBounds = [0 1; 0 1; 0 1];
%! assert(enforceStateBounds(space, [2 2 2]), [1 1 1]);
%! assert(manipulatorStateSpace().NumStateVariables, 2);
%!error <expected a rigidBodyTree> manipulatorStateSpace(3)
%!error <2-by-2 numbers> space = manipulatorStateSpace(); space.StateBounds = [1 0; 0 1];
%!error <expected ratios> interpolate(manipulatorStateSpace(), [0 0], [1 1], 2)
%!error <one state of 2> interpolate(manipulatorStateSpace(), [0 NaN], [1 1], 1)
%!error <2 and 3> distance(manipulatorStateSpace(), zeros(2, 2), zeros(3, 2))
%!error <number of samples> sampleUniform(manipulatorStateSpace(), 0)
%!error <standard deviations> sampleGaussian(manipulatorStateSpace(), [0 0], -1)
%!error <floating> manipulatorStateSpace(loadrobot("ur5e", FloatingBase=true))

## states and motions that touch nothing, as checkCollision tells it
%!test
%! robot = loadrobot("universalUR5e", DataFormat="row");
%! space = manipulatorStateSpace(robot);
%! wall = collisionBox(0.1, 2, 2, "Pose", trvec2tform([0.6 0 0.5]));
%! validator = manipulatorCollisionBodyValidator(space, "Environment", {wall}, "ValidationDistance", 0.05);
%! rand("twister", 3);
%! states = sampleUniform(space, 20);
%! for own = [false true]
%!   validator.IgnoreSelfCollision = own;
%!   valid = isStateValid(validator, states);
%!   assert(any(valid) && ! all(valid));
%!   for k = 1:rows(states)
%!     assert(valid(k), ! any(checkCollision(robot, states(k, :), {wall}, "IgnoreSelfCollision", own)));
%!   end
%! end
%! up = [0 -pi/2 0 -pi/2 0 0]; # the forearm falls through the wall
%! down = [0 0 0 -pi/2 0 0];
%! assert(isStateValid(validator, [up; down]), [true; false]);
%! [valid, last] = isMotionValid(validator, up, down);
%! assert(valid, false);
%! assert(isStateValid(validator, last));
%! next = last + 0.05 * (down - up) / norm(down - up);
%! assert(! isStateValid(validator, next));
%! [valid, last] = isMotionValid(validator, down, up);
%! assert(! valid && all(isnan(last)));
%! [valid, last] = isMotionValid(validator, up, up + [0.3 0 0 0 0 0]);
%! assert(valid);
%! assert(last, up + [0.3 0 0 0 0 0], 1e-12);
%! validator.Environment = {};
%! assert(isMotionValid(validator, up, down));
%!error <expected a manipulatorStateSpace> manipulatorCollisionBodyValidator(3)
%!error <collision objects> manipulatorCollisionBodyValidator(manipulatorStateSpace(), "Environment", {3})

## a robot of capsules around its shapes
%!test
%! robot = rigidBodyTree("DataFormat", "row");
%! body = rigidBody("b");
%! body.Joint = rigidBodyJoint("j", "revolute");
%! addCollision(body, "box", [0.1 0.2 1], trvec2tform([0 0 2]));
%! addCollision(body, "sphere", 0.3);
%! addBody(robot, body, "base");
%! addBody(robot, rigidBody("bare"), "b");
%! addCollision(robot.Base, "cylinder", [0.2 0.5]);
%! approximation = capsuleApproximation(robot);
%! assert(robot.Bodies{1}.Collisions{1}.Type, "box"); # the robot stays as it is
%! shapes = getBody(approximation.RigidBodyTree, "b").Collisions;
%! assert(shapes{1}.Type, "capsule");
%! assert(any(strcmp(shapes{2}.Type, {"capsule", "sphere"})));
%! [capsules, info] = getCapsules(approximation, "b");
%! assert(size(capsules), [1 2]);
%! # Each corner of the box lies in its capsule, and one on its surface.
%! [x, y, z] = ndgrid([-0.05 0.05], [-0.1 0.1], [1.5 2.5]);
%! local = capsules{1}.Pose \ [x(:) y(:) z(:) ones(8, 1)]';
%! beside = sqrt(sumsq(local(1:2, :)) + max(abs(local(3, :)) - capsules{1}.Length / 2, 0) .^ 2);
%! assert(max(beside), capsules{1}.Radius, 1e-6);
%! assert(capsules{1}.Radius < 0.2 && capsules{1}.Length > 0.7);
%! assert(sort(info{1}.Residual), sort(capsules{1}.Radius - beside'), 1e-9);
%! assert(capsules{2}.Radius, 0.3, 0.01);
%! assert(capsules{2}.Length, 0, 0.02);
%! assert(shapes{1}.Transform, capsules{1}.Pose, 1e-12);
%! assert(numel(getCapsules(approximation, "base")), 1);
%! assert(isempty(getCapsules(approximation, "bare")));
%! addCapsule(approximation, "bare", [0.1 0.4], trvec2tform([1 0 0]));
%! shapes = getBody(approximation.RigidBodyTree, "bare").Collisions;
%! assert([shapes{1}.Radius, shapes{1}.Length, shapes{1}.Transform(1, 4)], [0.1 0.4 1], 1e-12);
%! updateGeometry(approximation, "b", [0.5 0.6], 2);
%! updatePose(approximation, "b", trvec2tform([0 3 0]), 2);
%! [capsules, info] = getCapsules(approximation, "b");
%! assert([capsules{2}.Radius, capsules{2}.Length, capsules{2}.Pose(2, 4)], [0.5 0.6 3]);
%! assert(info{2}.Residual, []);
%! shapes = getBody(approximation.RigidBodyTree, "b").Collisions;
%! assert([shapes{2}.Radius, shapes{2}.Transform(2, 4)], [0.5 3], 1e-12);
%! removeCapsule(approximation, "b");
%! removeCapsule(approximation, "b", 1);
%! assert(isempty(getBody(approximation.RigidBodyTree, "b").Collisions));
%! addCapsule(approximation, "b", [0.2 0]); # a ball
%! assert(getBody(approximation.RigidBodyTree, "b").Collisions{1}.Radius, 0.2);
%! # The capsules touch where the shapes do.
%! arm = loadrobot("universalUR5e", DataFormat="row");
%! capped = capsuleApproximation(arm).RigidBodyTree;
%! rand("twister", 5);
%! wall = collisionBox(0.1, 2, 2, "Pose", trvec2tform([0.5 0 0.5]));
%! for k = 1:20
%!   q = randomConfiguration(arm);
%!   assert(checkCollision(capped, q, {wall}, "IgnoreSelfCollision", "on") >= ...
%!          checkCollision(arm, q, {wall}, "IgnoreSelfCollision", "on"));
%! end
%!error <expected a rigidBodyTree> capsuleApproximation(3)
%!error <no body 'x'> getCapsules(capsuleApproximation(rigidBodyTree()), "x")
%!error <which has 0> updatePose(capsuleApproximation(rigidBodyTree()), "base", eye(4))
%!error <\[radius length\]> addCapsule(capsuleApproximation(rigidBodyTree()), "base", 1)
%!error <above 0> addCapsule(capsuleApproximation(rigidBodyTree()), "base", [-1 1])

## The helpers of older examples: bodies' rows begin with the base, neighbours do not count, a search may end early.
%!test
%! robot = loadrobot("universalUR5e", DataFormat="column");
%! shapes = exampleHelperManipCollisionsFromVisuals(robot);
%! assert(size(shapes), [11 2]);
%! assert(isempty(shapes{1, 1}));
%! up = [0 -pi/2 0 -pi/2 0 0]';
%! [hit, own, world] = exampleHelperManipCheckCollisions(robot, shapes, {}, up, true);
%! assert({hit, own, world}, {false, zeros(0, 2), zeros(0, 2)});
%! wall = collisionBox(0.1, 2, 2, "Pose", trvec2tform([0.5 0 0.5]));
%! far = collisionSphere(0.1, "Pose", trvec2tform([5 0 0]));
%! out = [0 0 0 0 0 0]';
%! [hit, own, world] = exampleHelperManipCheckCollisions(robot, shapes, {far, wall}, out, true);
%! assert(hit);
%! assert(all(world(:, 2) == 2) && rows(world) > 1);
%! assert(robot.BodyNames(world(1, 1) - 1), {"upper_arm_link"}); # its end at 0.425 m has a radius
%! [hit, own, first] = exampleHelperManipCheckCollisions(robot, shapes, {far, wall}, out, false);
%! assert(first, world(1, :));
%! folded = [0 -1.5 2.9 0 0 0]';
%! [hit, own] = exampleHelperManipCheckCollisions(robot, shapes, {}, folded, true);
%! assert(hit && all(diff(own, 1, 2) > 1));
%! fail("exampleHelperManipCheckCollisions(robot, shapes(1:3, :), {}, up)", "each of 10 bodies");

## Pairs of names in place of "parent": all others are looked at, bodies beside their parents too
%!test
%! arm = rigidBodyTree("DataFormat", "row");
%! names = {"base", "a", "b", "c"};
%! for k = 2:4
%!   link = rigidBody(names{k});
%!   link.Joint = rigidBodyJoint(["j" names{k}], "revolute");
%!   setFixedTransform(link.Joint, trvec2tform([0.3 * (k > 2) 0 0]));
%!   addCollision(link, "box", [0.4 0.1 0.1], trvec2tform([0.15 0 0]));
%!   addBody(arm, link, names{k - 1});
%! end
%! assert(! checkCollision(arm, zeros(1, 3)));
%! assert(checkCollision(arm, zeros(1, 3), "SkippedSelfCollisions", {" ", " "}));
%! assert(checkCollision(arm, zeros(1, 3), "SkippedSelfCollisions", {"a", "b"}));
%! pairs = {"b", "a"; "b", "c"};
%! [hit, distances] = checkCollision(arm, zeros(1, 3), {}, "SkippedSelfCollisions", pairs, "Exhaustive", "on");
%! assert(! any(hit));
%! assert(distances(1, 2), Inf);
%! assert(distances(1, 3), 0.2, 1e-6);
%! assert(checkCollision(arm, [0 pi - 0.1 0], "SkippedSelfCollisions", cell(0, 2)));
%! rrt = manipulatorRRT(arm, {}, "SkippedSelfCollisions", pairs);
%! assert(rows(plan(rrt, zeros(1, 3), [1 0.1 0.1])) > 1);
%! rrt.SkippedSelfCollisions = cell(0, 2);
%! fail("plan(rrt, zeros(1, 3), [1 0.1 0.1])", "collides at the start");
%! fail("checkCollision(arm, zeros(1, 3), 'SkippedSelfCollisions', {'a', 'd'})", "no body 'd'");
%! fail("checkCollision(arm, zeros(1, 3), 'SkippedSelfCollisions', {'a'; 'b'})", "two names of bodies a row");
%! fail("checkCollision(arm, zeros(1, 3), 'SkippedSelfCollisions', 'none')", "parent");
%! fail("rrt.SkippedSelfCollisions = 3;", "two names of bodies a row");
%! rrt.SkippedSelfCollisions = {"a", "d"};
%! fail("plan(rrt, zeros(1, 3), [1 0.1 0.1])", "^manipulatorRRT: SkippedSelfCollisions: there is no body 'd'");
%! fail("manipulatorRRT(arm, {3})", "^manipulatorRRT: expected the world");

## Wrong arguments of a planner
%!test
%! robot = loadrobot("universalUR3", DataFormat="row");
%! rrt = manipulatorRRT(robot, {}, "IgnoreSelfCollision", true);
%! q = zeros(1, 6);
%! fail("manipulatorRRT()", "expected manipulatorRRT");
%! fail("manipulatorRRT(robot, 5)", "cell array of collision objects");
%! fail("manipulatorRRT(robot, {5})", "cell array of collision objects");
%! fail("manipulatorRRT(robot, {}, 'Map', 5)", "no option 'Map'");
%! fail("manipulatorRRT(loadrobot('universalUR3'), {})", "DataFormat is");
%! fail("rrt.EnableConnectHeuristic = 'maybe';", "EnableConnectHeuristic: expected");
%! fail("rrt.WorkspaceGoalRegionBias = 2;", "from 0 to 1");
%! fail("rrt.WorkspaceGoalRegionBias = NaN;", "WorkspaceGoalRegionBias: expected");
%! fail("rrt.MaxConnectionDistance = 0;", "MaxConnectionDistance: expected a distance above 0");
%! fail("rrt.ValidationDistance = NaN;", "ValidationDistance: expected a distance above 0");
%! fail("rrt.MaxIterations = Inf;", "MaxIterations: expected an integer");
%! fail("plan(rrt, q)", "expected plan");
%! fail("plan(rrt, q, zeros(1, 5))", "the goal: expected 6 positions");
%! fail("plan(rrt, q * NaN, q)", "the start: expected 6 positions");
%! fail("plan(rrt, q, 'home')", "the goal: expected 6 positions");
%! fail("plan(rrt, q, struct())", "the goal: expected 6 positions");
%! fail("plan(rrt, q, workspaceGoalRegion('none'))", "none");
%! fail("interpolate(rrt, zeros(2, 5))", "6 positions in each row");
%! fail("interpolate(rrt, [q; q + 1], -1)", "number of states .* integer not below 0");
%! fail("interpolate(rrt, [q; q + 1], 1.5)", "integer not below 0");
%! fail("interpolate(rrt, [q; q + 1], 1e9)", "1e.09 states between two of 2 make too many");
%! fail("plan(rrt, q + 100, q)", "the start: position 1 is 100, beyond the joint's limits");
%! fail("plan(rrt, q, [0 0 -50 0 0 0])", "the goal: position 3 is -50, beyond");
%! fail("plan(rrt, q, [0 0 -3.16 0 0 0])", "the goal: position 3 is -3.16, beyond"); # 3.14159, in two decimals 3.14
%! rrt.MaxIterations = 5;
%! rand("twister", 2);
%! [path, info] = plan(rrt, q, workspaceGoalRegion("tool0", "ReferencePose", trvec2tform([9 9 9]))); # out of reach
%! assert({size(path), info.IsPathFound, info.ExitFlag}, {[0 6], false, 2});
%! fail("interpolate(rrt, [q; q + 1], 'ten')", "integer not below 0");
%! assert(interpolate(rrt, [q; q + 1], 0), [q; q + 1]);
%! fail("shorten(rrt, [q; q + 1], 0)", "shorten: iterations: expected an integer above 0");
%! fail("shorten(rrt, {}, 3)", "6 positions in each row");
%! ## a straight path ends the search before it draws places
%! state = rand("twister");
%! for path = {[q; q + 1], q + [0; 0.25; 1], [q; q], q}
%!   assert(shorten(rrt, path{1}, 1e4), path{1});
%! end
%! assert(rand("twister"), state);
%! rrt.ValidationDistance = 1e-12;
%! fail("plan(rrt, q, q + 1)", "ValidationDistance: 1e-12 makes .* at most a million");
%! fail("interpolate(rrt, [q; q + 1])", "at most a million");
