## Frames on bodies, files of robots under another name, and motions in space sample after sample.

%!function R = rotx90()
%!  R = [1 0 0; 0 0 -1; 0 1 0];
%!endfunction
## the documented example of frames
%!test
%! rb = rigidBody("rb");
%! info = frameinfo(rb, "rb");
%! assert({info.Name, info.RigidTransform, info.ParentFrame, info.ChildFrames}, {"rb", eye(4), "", cell(1, 0)});
%! addFrame(rb, "test", "rb", trvec2tform([1 2 3]));
%! addFrame(rb, "test1", "test", trvec2tform([1 2 3]));
%! assert(frameinfo(rb, "test1").ParentFrame, "test");
%! assert(frameinfo(rb, "test").ChildFrames, {"test1"});
%! assert(tform2trvec(getTransform(rb, "test1")), [2 4 6]);
%! assert(tform2trvec(getTransform(rb, "rb", "test1")), [-2 -4 -6]);
%! removeFrame(rb, "test");
%! info = frameinfo(rb, "test1");
%! assert({info.ParentFrame, tform2trvec(info.RigidTransform)}, {"rb", [2 4 6]});
%! updateFrame(rb, "test1", "Name", "tip", "RigidTransform", trvec2tform([0 0 1]));
%! assert(tform2trvec(getTransform(rb, "tip", "rb")), [0 0 1]);
%! addFrame(rb, "turned", "tip", rotx90(), [1 0 0]);
%! assert(getTransform(rb, "turned"), [rotx90(), [1; 0; 1]; 0 0 0 1]);
%!error <has no frame 'x'; its frames are rb> frameinfo(rigidBody("rb"), "x")
%!error <own frame> removeFrame(rigidBody("rb"), "rb")
%!error <already> addFrame(rigidBody("rb"), "rb", "rb", eye(4))
%!error <expected a rigidBody> addFrame(3, "a", "b", eye(4))
%!test
%! rb = rigidBody("rb");
%! addFrame(rb, "a", "rb", eye(4));
%! addFrame(rb, "b", "a", eye(4));
%! fail("updateFrame(rb, 'a', 'ParentFrame', 'b')", "would stand on itself");
%! fail("updateFrame(rb, 'a', 'Name', 'b')", "already");

## in a robot: placements, Jacobians, bodies on frames, copies and parts, names
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "row");
%! tool = getBody(robot, "tool0");
%! offset = [eul2rotm([0.3 0.2 0.1]), [0.1; 0.2; 0.3]; 0 0 0 1];
%! addFrame(tool, "tip", "tool0", offset);
%! q = [0.1 -1.2 1.3 0.4 0.5 0.6];
%! assert(robot.FrameNames{end}, "tip");
%! assert(getTransform(robot, q, "tip"), getTransform(robot, q, "tool0") * offset, 1e-14);
%! assert(getTransform(robot, q, "base_link", "tip"), inv(getTransform(robot, q, "tool0") * offset), 1e-13);
%! assert(getTransform(robot, [q; q], "tip")(:, :, 2), getTransform(robot, q, "tip"), 1e-14);
%! J = geometricJacobian(robot, q, "tip");
%! h = 1e-6;
%! for k = 1:6
%!   step = h * ((1:6) == k);
%!   v = (getTransform(robot, q + step, "tip")(1:3, 4) - getTransform(robot, q - step, "tip")(1:3, 4)) / (2 * h);
%!   assert(J(4:6, k), v, 1e-8);
%! end
%! assert(J(1:3, :), geometricJacobian(robot, q, "tool0")(1:3, :), 1e-14);
%! camera = rigidBody("camera");
%! addBody(robot, camera, "tip");
%! assert(getTransform(robot, q, "camera"), getTransform(robot, q, "tip"), 1e-13);
%! assert(getBody(robot, "camera").Parent.Name, "tool0");
%! other = copy(robot);
%! assert(getTransform(other, q, "tip"), getTransform(robot, q, "tip"));
%! part = subtree(robot, "wrist_3_link");
%! assert(part.FrameNames{end}, "tip");
%! tool.Name = "tool";
%! assert(getTransform(robot, q, "tip"), getTransform(robot, q, "tool") * offset, 1e-14);
%! removed = removeBody(robot, "flange");
%! assert(removed.FrameNames{end}, "tip");
%! assert(numel(robot.FrameNames), 1 + robot.NumBodies);
%! body = rigidBody("hand");
%! addFrame(body, "grip", "hand", trvec2tform([0 0 0.1]));
%! addBody(robot, body, "wrist_3_link");
%! assert(getTransform(robot, q, "grip", "hand"), trvec2tform([0 0 0.1]), 1e-14);
%! again = rigidBody("hand2");
%! addFrame(again, "grip", "hand2", eye(4));
%! fail("addBody(robot, again, 'hand')", "frame 'grip' already");
%! assert(numel(getVisual(getBody(robot, "forearm_link"))), numel(getBody(robot, "forearm_link").Visuals));

## urdfExporter
%!test
%! exporter = urdfExporter(loadrobot("universalUR5e"));
%! assert(exporter.OutputFileName, "ur5e_robot.urdf");
%! exporter.RobotName = "a<b & $1";
%! file = [tempname() ".urdf"];
%! writefile(exporter, "OutputFileName", file);
%! assert(importrobot(file).Name, "a<b & $1");
%! fail("writefile(exporter, 'OutputFileName', file)", "exists already");
%! writefile(exporter, "OutputFileName", file, "Overwrite", true);
%! delete(file);

%!test
%! arm = rigidBodyTree();
%! addBody(arm, rigidBody("link"), "base");
%! exporter = urdfExporter(arm); # a robot without a name
%! assert({exporter.RobotName, exporter.OutputFileName}, {"robot", "robot.urdf"});

## motions in space beside their polynomials
%!test
%! points = [0 20 20 0; 0 0 5 5; 0 5 10 5];
%! times = [0 2 3 5];
%! [~, ~, ~, ~, pp] = minjerkpolytraj(points, times, 10);
%! t = polynomialTrajectory(pp, "SampleRate", 10, "SamplesPerFrame", 3);
%! [p, turn, v, a, w] = t();
%! assert(p, ppval(pp, [0 0.1 0.2])', 1e-12);
%! assert({size(p), size(turn), size(v), size(a), size(w)}, {[3 3], [3 1], [3 3], [3 3], [3 3]});
%! p = t();
%! assert(p, ppval(pp, [0.3 0.4 0.5])', 1e-12);
%! n = 6;
%! while ! isDone(t)
%!   step(t);
%!   n += 3;
%! end
%! assert(n, 51);
%! fail("t()", "all samples have been given");
%! reset(t);
%! assert(t()(1, :), [0 0 0], 1e-12);
%! [p, turn, v, a, w] = lookupPose(t, [-1 1 6]);
%! assert(isnan(p(:, 1))', [true false true]);
%! h = 1e-5;
%! p = lookupPose(t, 1 + [-h 0 h]);
%! assert(v(2, :), (p(3, :) - p(1, :)) / (2 * h), 1e-5);
%! heading = rotmat(turn(2), "frame")' * [1; 0; 0];
%! assert(heading(1:2)' / norm(heading(1:2)), v(2, 1:2) / norm(v(2, 1:2)), 1e-9);
%! assert(heading(3), 0, 1e-12);
%! info = waypointInfo(t);
%! assert(info.TimeOfArrival, times');
%! assert(info.Waypoints, points', 1e-9);

## orientations at way points, their slerp and turn rate; velocities at way points
%!test
%! turns = quaternion([0 0 0; 90 0 0], "eulerd", "ZYX", "frame");
%! t = waypointTrajectory([0 0 0; 1 2 3], [0 2], "Orientation", turns, "Velocities", [1 0 0; 0 1 0]);
%! [p, turn, v, ~, w] = lookupPose(t, [0 1 2]);
%! assert(p([1 3], :), [0 0 0; 1 2 3], 1e-12);
%! assert(v([1 3], :), [1 0 0; 0 1 0], 1e-12);
%! assert(eulerd(turn, "ZYX", "frame"), [0 0 0; 45 0 0; 90 0 0], 1e-9);
%! assert(w(2, :), [0 0 pi / 4], 1e-6);
%!error <expected 2 orientations> waypointTrajectory([0 0 0; 1 2 3], [0 2], "Orientation", quaternion([1 0 0 0]))
%!error <increasing time> waypointTrajectory([0 0 0; 1 2 3], [2 0])
%!error <pieces of 3 coordinates> polynomialTrajectory(mkpp([0 1], [1 0]))

## the state at home of motion models
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "row");
%! assert(state(jointSpaceMotionModel("RigidBodyTree", robot)), zeros(12, 1));
%! assert(size(state(taskSpaceMotionModel("RigidBodyTree", robot))), [12 1]);

## the viewer takes structs of robots that have them
%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! warning("off", "all", "local");
%! robot = loadrobot("universalUR5e");
%! viewer = interactiveRigidBodyTree(robot, "Visible", "off");
%! q = homeConfiguration(robot);
%! q(2).JointPosition = -1;
%! viewer.Configuration = q([2 1 3:6]);
%! assert(viewer.Configuration, [0; -1; 0; 0; 0; 0]);
%! addConfiguration(viewer);
%! addConfiguration(viewer, q);
%! assert(viewer.StoredConfigurations, [0 -1 0 0 0 0; 0 -1 0 0 0 0]');
%! fail("viewer.Configuration = q(1:5)", "no joint 'wrist_3_joint'");
%! close("all");
