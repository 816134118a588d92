## Meshes of collision objects, and signed distances from them.

## objects as meshes: identifiers, poses, triangles that turn outward, offsets
%!test
%! objects = {collisionBox(1, 2, 3, "Pose", trvec2tform([1 2 3])), collisionSphere(0.5), collisionCylinder(0.2, 1), ...
%!            collisionCapsule(0.2, 1), collisionMesh([0 0 0; 1 0 0; 0 1 0; 0 0 1; 0.1 0.1 0.1])};
%! meshes = geom2struct(objects);
%! assert(fieldnames(meshes)', {"ID", "Vertices", "Faces", "Pose"});
%! assert([meshes.ID], 1:5);
%! assert(meshes(1).Pose, trvec2tform([1 2 3]));
%! assert(max(meshes(1).Vertices), [0.5 1 1.5]);
%! volumes = zeros(1, 5);
%! for k = 1:5
%!   corners = @(i) meshes(k).Vertices(meshes(k).Faces(:, i), :);
%!   volumes(k) = sum(dot(corners(1), cross(corners(2), corners(3)), 2)) / 6;
%! end
%! assert(volumes([1 5]), [6 1/6], 1e-12);
%! assert(volumes(2:4), [4/3*pi*0.5^3, pi*0.04, pi*0.04 + 4/3*pi*0.008], -0.05);
%! moved = geom2struct(objects([1 2]), [7 0], "LocalOffsetPose", cat(3, trvec2tform([0 0 1]), eye(4)));
%! assert([moved.ID], [7 0]);
%! assert(max(moved(1).Vertices), [0.5 1 2.5]);
%! assert(moved(2).Vertices, meshes(2).Vertices);
%! assert(geom2struct(objects{2}, "LocalOffsetPose", eye(4)).Vertices, meshes(2).Vertices);
%! fail("geom2struct(3)", "cell array of collision objects");
%! fail("geom2struct(objects, [1 1 2 3 4])", "5 different identifiers");
%! fail("geom2struct(objects, -1:3)", "5 different identifiers");
%! fail('geom2struct(objects, "LocalOffsetPose", ones(4, 4, 2))', "one LocalOffsetPose, or 5");

## distances outside are those of collision checks, inside those of the nearest face; gradients are their slopes
%!test
%! pose = trvec2tform([1 2 3]) * eul2tform([0.3 -0.2 0.9]);
%! object = collisionMesh([0 0 0; 1 0 0; 0 1 0; 0 0 1], "Pose", pose);
%! field = meshtsdf(geom2struct({object}), "TruncationDistance", 10);
%! rand("twister", 5);
%! points = [2.6 * rand(60, 3) - 0.8; 0.3 * rand(60, 3)];
%! inside = all(points > 0, 2) & sum(points, 2) < 1;
%! world = points * object.Pose(1:3, 1:3)' + [1 2 3];
%! d = distance(field, world);
%! for k = find(! inside)'
%!   [~, apart] = checkCollision(object, collisionSphere(1e-9, "Pose", trvec2tform(world(k, :))));
%!   assert(d(k), apart, 1e-8);
%! end
%! own = points(inside, :);
%! assert(d(inside), -min([own, (1 - sum(own, 2)) / sqrt(3)], [], 2), 1e-12);
%! assert(nnz(inside) > 20);
%! slopes = zeros(size(world));
%! for k = 1:3
%!   step = 1e-6 * (1:3 == k);
%!   slopes(:, k) = (distance(field, world + step) - distance(field, world - step)) / 2e-6;
%! end
%! assert(gradient(field, world), slopes, 1e-6);

## boxes joined to one mesh, which is not convex, as the page has it, are the two boxes
%!test
%! boxes = geom2struct({collisionBox(0.5, 1, 0.1), collisionBox(0.5, 0.1, 0.2, "Pose", trvec2tform([0 -0.45 0.15]))});
%! whole = boxes(1);
%! whole.Vertices = [boxes(1).Vertices; boxes(2).Vertices + [0 -0.45 0.15]];
%! whole.Faces = [boxes(1).Faces; boxes(2).Faces + 8];
%! rand("twister", 6);
%! points = [0.8 1.2 0.5] .* (rand(400, 3) - [0.5 0.5 0.4]);
%! together = distance(meshtsdf(boxes, "TruncationDistance", 5), points);
%! joined = distance(meshtsdf(whole, "TruncationDistance", 5), points);
%! assert(joined > 0, together > 0);
%! assert(joined(together > 0), together(together > 0), 1e-9);
%! assert(nnz(together < 0) > 5);
%! assert(gradient(meshtsdf(whole, "TruncationDistance", 5), [0 0.4 1; 0 0 -0.3]), [0 0 1; 0 0 -1], 1e-12);

## what is truncated, meshes that come, go and move, copies, wrong arguments
%!test
%! field = meshtsdf(Resolution=20, TruncationDistance=0.3);
%! assert(field.addMesh(geom2struct({collisionBox(1, 1, 1), collisionSphere(0.1)}, [4 2])), [true; true]);
%! assert(addMesh(field, geom2struct({collisionSphere(1)}, 4)), false);
%! assert({field.MeshID, field.NumMesh, field.Resolution}, {[4; 2], 2, 20});
%! assert(distance(field, [0.6 0 0; 9 0 0; 0 0 0.1], "InterpolationMethod", "linear"), [0.1; 0.3; -0.4], 1e-12);
%! assert(gradient(field, [9 0 0]), [0 0 0]);
%! field.FillInterior = false;
%! assert(distance(field, [0 0 0.1; 0 0 0.4]), [0; -0.1], 2e-3); # the sphere's surface, and the box
%! other = copy(field);
%! assert(updatePose(field, struct("ID", {4, 9}, "Pose", eye(4) + [zeros(4, 3), [3; 0; 0; 0]])), [true; false]);
%! assert(distance(field, [3.6 0 0]), 0.1, 1e-12);
%! assert(distance(other, [0.6 0 0]), 0.1, 1e-12);
%! assert([poses(field, [4 7]).ID], 4);
%! assert(poses(field)(1).Pose(1, 4), 3);
%! assert(removeMesh(field, [4 5]), [true; false]);
%! assert(field.MeshID, 2);
%! assert(meshtsdf().NumMesh, 0);
%! assert(distance(meshtsdf(TruncationDistance=2), [1 2 3]), 2);
%! fail("meshtsdf(Resolution=0)", "Resolution: expected a number above 0");
%! fail("field.TruncationDistance = -1;", "TruncationDistance");
%! fail("addMesh(field, 3)", "struct array with ID");
%! wrong = geom2struct({collisionBox(1, 1, 1)});
%! wrong.Faces(3) = 9;
%! fail("addMesh(field, wrong)", "rows of Vertices from 1 to 8");
%! fail("distance(field, [1 2])", "points, n-by-3");
%! line = struct("ID", 5, "Vertices", [0 0 0; 1 0 0; 2 0 0], "Faces", [1 2 3], "Pose", eye(4));
%! fail("addMesh(field, line)", "mesh 5: expected triangles with an area");

## options without identifiers, and behind them
%!test
%! moved = geom2struct({collisionBox(1, 1, 1)}, LocalOffsetPose=trvec2tform([1 0 0]));
%! assert({moved.ID, min(moved.Vertices(:, 1))}, {1, 0.5}, 1e-12);
%! moved = geom2struct({collisionBox(1, 1, 1)}, 7, LocalOffsetPose=trvec2tform([1 0 0]));
%! assert({moved.ID, min(moved.Vertices(:, 1))}, {7, 0.5}, 1e-12);
%! fail("geom2struct({collisionBox(1, 1, 1)}, [1 2])", "expected 1 different identifiers");

## what is farther away than the truncation distance is no obstacle, however large the spheres are
%!test
%! robot = loadrobot("kinovaGen3", DataFormat="row");
%! ends = [0 0.8 0 1 0 0.5 0; 0.1 0.8 0 1 0 0.5 0];
%! far = collisionBox(0.1, 0.1, 0.1, "Pose", trvec2tform([9 9 9]));
%! chomp = manipulatorCHOMP(robot, MeshTSDF=meshtsdf(geom2struct({far}), "TruncationDistance", 0.02));
%! chomp.CollisionOptions.IgnoreSelfCollision = true;
%! chomp.SolverOptions = chompSolverOptions(MaxIterations=2);
%! [~, ~, info] = optimize(chomp, ends, [0 2], 0.5);
%! assert({info.Clearance, info.CollisionCost}, {Inf, 0});

## a motion around a box
%!test
%! robot = loadrobot("kinovaGen3", DataFormat="row");
%! ends = [0 0.8 0 1 0 0.5 0; 1.5 0.8 0 1 0 0.5 0];
%! place = getTransform(robot, mean(ends), "EndEffector_Link")(1:3, 4)';
%! box = collisionBox(0.15, 0.15, 0.15, "Pose", trvec2tform(place));
%! field = meshtsdf(geom2struct({box}), "TruncationDistance", 0.4);
%! chomp = manipulatorCHOMP(robot, MeshTSDF=field, SkippedSelfCollisions="adjacent");
%! assert(chomp.CollisionOptions.SkippedSelfCollisions, "adjacent");
%! chomp.CollisionOptions.IgnoreSelfCollision = true;
%! chomp.SolverOptions = chompSolverOptions(MaxIterations=15);
%! [points, ~, info] = optimize(chomp, ends, [0 2], 0.1, "InitialTrajectoryFitType", "minjerkpolytraj");
%! hits = @(q) arrayfun(@(k) checkCollision(robot, q(k, :), {box}, "IgnoreSelfCollision", "on"), 1:rows(q));
%! assert(any(hits(minjerkpolytraj(ends', [0 2], 21)')));
%! assert(! any(hits(points)));
%! assert(info.Clearance > 0);
%! fail("chomp.MeshTSDF = 3;", "meshtsdf");
