## Forms that scripts written for MATLAB use, tried after public scripts and pages.

## words by their beginnings and in any case, as MATLAB takes them
%!test
%! robot = rigidBodyTree("DataFormat", "col");
%! assert(robot.DataFormat, "column");
%! robot.DataFormat = "Row";
%! assert(robot.DataFormat, "row");
%! assert(rigidBodyJoint("j", "Revolute").Type, "revolute");
%! fail('robot.DataFormat = "";', "expected one of");
%! fail('robot.DataFormat = "rows";', "expected one of");
%! fail('rigidBodyJoint("j", "f")', "expected one of"); # fixed or floating

## joints that mimic others count
%!test
%! warning("off", "all", "local");
%! assert(numel(homeConfiguration(importrobot("frankaEmikaPanda.urdf"))), 9);
%! assert(loadrobot("frankaEmikaPanda").NumBodies, 11);
%! text = ["<robot name='r'><link name='a'/><link name='b'/><link name='c'/><joint name='j' type='continuous'>" ...
%!   "<parent link='a'/><child link='b'/></joint><joint name='k' type='continuous'><parent link='b'/><child link='c'/>" ...
%!   "<mimic joint='j'/></joint></robot>"];
%! assert(numel(homeConfiguration(importrobot(text))), 2);
%! assert(numel(homeConfiguration(importrobot(text, "MimicIndependent", false))), 1);

## other formats, names with backslashes, and what importrobot tells
%!test
%! warning("off", "all", "local");
%! folder = tempname();
%! mkdir(folder);
%! text = ["<sdf version='1.6'><model name='m'><link name='a'/><link name='b'/><joint name='j' type='revolute'>" ...
%!   "<parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"];
%! file = fopen(fullfile(folder, "m.sdf"), "w");
%! fputs(file, text);
%! fclose(file);
%! [robot, info] = importrobot([folder '\m.sdf'], "DataFormat", "row");
%! assert(numel(homeConfiguration(robot)), 1);
%! assert(info.RigidBodyTree == robot);
%! one = bodyInfo(info, "b");
%! assert({one.BodyName, one.JointName}, {"b", "j"});
%! assert(bodyInfoFromJoint(info, "j"), one);
%! assert(bodyInfoFromBlocks(info, "block"), {});
%! [~, info] = importrobot("universalUR5e.urdf");
%! assert(numel(bodyInfo(info, "wrist")), 3);
%! fail('bodyInfo(info, "nobody")', "no BodyName with 'nobody'");
%! assert(numel(homeConfiguration(importrobot(text, "sdf"))), 1);
%! two = ["<sdf version='1.6'><model name='m'><link name='a'/></model><model name='n'><link name='b'/></model></sdf>"];
%! assert(importrobot(two, Model="n").BaseName, "b");
%! fail('importrobot("#usda 1.0")', "no rigid body");
%! delete(fullfile(folder, "m.sdf"));
%! rmdir(folder);
%! [~, info] = loadrobot("kukaiiwa14");
%! assert({info.RobotName, info.FilePath}, {"kukaiiwa14", "kukaIiwa14.urdf"});

## tools as MATLAB's robots have them
%!test
%! warning("off", "all", "local");
%! for name = {"abbIrb120", "abbIrb1600", "fanucM16ib"}
%!   robot = loadrobot(name{1}, "DataFormat", "row");
%!   assert(robot.BodyNames{end}, "tool0");
%!   assert(getBody(robot, "tool0").Parent.Name, "link_6");
%! end
%! robot = loadrobot("abbIrb120", "DataFormat", "column");
%! assert(robot.NumBodies, 8);
%! assert(getTransform(robot, zeros(6, 1), "tool0"), trvec2tform([0.374 0 0.63]), 1e-12);
%! forwardDynamics(robot, zeros(6, 1), zeros(6, 1), zeros(6, 1), zeros(6, 8));

## subtrees and names that are written in methods' calls
%!test
%! arm = loadrobot("universalUR10");
%! gripper = rigidBodyTree();
%! addBody(gripper, rigidBody("finger"), "base");
%! gripper.BaseName = "palm";
%! arm.addSubtree("tool0", gripper, ReplaceBase=false);
%! assert(arm.BodyNames(end - 1:end), {"palm", "finger"});
%! file = [tempname() ".urdf"];
%! exportrobot(arm, "OutputFileName", file, "RobotName", "mine & <yours>");
%! assert(importrobot(file).Name, "mine & <yours>");
%! delete(file);

## capsules around shapes: all points within, and the least where that is known
%!test
%! [capsule, info] = fitCollisionCapsule(collisionSphere(0.7, "Pose", trvec2tform([1 2 3])));
%! assert([capsule.Radius capsule.Length], [0.7 0], 1e-9);
%! assert(tform2trvec(capsule.Pose), [1 2 3], 1e-9);
%! [capsule, info] = fitCollisionCapsule(collisionCapsule(0.2, 1.5));
%! assert([capsule.Radius capsule.Length], [0.2 1.5], 1e-6);
%! assert(abs(capsule.Pose(3, 3)), 1, 1e-9);
%! capsule = fitCollisionCapsule(collisionCylinder(0.5, 4));
%! assert(capsule.Radius, 0.5, 1e-6);
%! rand("twister", 1);
%! for k = 1:5
%!   object = collisionMesh(rand(30, 3) .* [3 1 0.5], "Pose", eul2tform(rand(1, 3)));
%!   [capsule, info] = fitCollisionCapsule(object);
%!   assert(numel(info.Residual), rows(object.Vertices));
%!   assert(min(info.Residual) >= -1e-12);
%!   points = object.Pose * [object.Vertices'; ones(1, 30)];
%!   line = capsule.Pose(1:3, 4) + capsule.Pose(1:3, 3) * capsule.Length / 2 * linspace(-1, 1, 4001);
%!   for p = points
%!     assert(min(sqrt(sumsq(line - p(1:3)))) <= capsule.Radius + 1e-6);
%!   end
%! end
%! mesh = convertToCollisionMesh(collisionBox(1, 2, 3, "Pose", trvec2tform([1 0 0])));
%! assert(size(mesh.Vertices), [8 3]);
%! assert(max(mesh.Vertices), [0.5 1 1.5]);
%! assert(mesh.Pose, trvec2tform([1 0 0]));

## how well a body moves: singular values, and the ellipsoid of a planar arm with known mass matrix
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "column");
%! q = [0.1 -1.2 1.3 0.4 0.5 0.6]';
%! s = svd(geometricJacobian(robot, q, "tool0"));
%! assert(manipulabilityIndex(robot, q), prod(s), 1e-12);
%! assert(manipulabilityIndex(robot, q, "tool0", "IndexType", "inverse-condition"), s(end) / s(1), 1e-12);
%! G = inv(massMatrix(robot, q));
%! J = geometricJacobian(robot, q, "wrist_3_link");
%! a = sqrt(eig(J * G * J'));
%! assert(manipulabilityIndex(robot, q, "wrist_3_link", IndexType="asada"), min(a) / max(a), 1e-9);
%! assert(size(manipulabilityIndex(robot, [q q q])), [3 1]);
%! fail('manipulabilityIndex(robot, q, "IndexType", "other")', "expected one of");
%! J = geometricJacobian(robot, q, "tool0");
%! assert(manipulabilityIndex(robot, q, MotionComponent="angular"), prod(svd(J(1:3, :))), 1e-12);
%! assert(manipulabilityIndex(robot, q, "tool0", "MotionComponent", "Linear"), prod(svd(J(4:6, :))), 1e-12);
%! s = svd(J([1 3 4], :));
%! index = manipulabilityIndex(robot, q, "MotionComponent", [1 0 1 1 0 0], "IndexType", "inverse-condition");
%! assert(index, s(3) / s(1), 1e-12);
%! fail('manipulabilityIndex(robot, q, "MotionComponent", zeros(1, 6))', "not all of them 0");
%! rand("twister", 2);
%! wall = collisionBox(4, 4, 0.1, "Pose", trvec2tform([0 0 -0.3]));
%! [places, all] = generateRobotWorkspace(robot, {wall}, "wrist_3_link", "MaxNumSamples", 60);
%! assert(rows(places) > 0 && rows(places) < 60);
%! for k = 1:rows(places)
%!   assert(any(checkCollision(robot, all(k, :)', {wall})), false);
%!   assert(places(k, :), tform2trvec(getTransform(robot, all(k, :)', "wrist_3_link")), 1e-12);
%! end

## way points by names
%!test
%! by_name = waypointTrajectory("Waypoints", [0 0 0; 1 1 0; 2 0 0], "SampleRate", 5, "TimeOfArrival", [0; 1; 2]);
%! plain = waypointTrajectory([0 0 0; 1 1 0; 2 0 0], [0 1 2], "SampleRate", 5);
%! assert(lookupPose(by_name, 0:0.3:2), lookupPose(plain, 0:0.3:2));
%!error <TimeOfArrival> waypointTrajectory("Waypoints", [0 0 0; 1 1 0])

## B-splines: end points, and the basis of the middle of five control points by de Boor's table
%!test
%! points = [0 1 3 2 5; 1 1 0 2 2];
%! q = bsplinepolytraj(points, [0 2], [0 1 2]);
%! assert(q(:, [1 3]), points(:, [1 5]), 1e-12);
%! assert(q(:, 2), points(:, 2:4) * [1; 2; 1] / 4, 1e-12); # knots 0 0 0 0 1 2 2 2 2 at 1
%! assert(bsplinepolytraj(points(:, 1:4), [0 1], 0.5), points(:, 1:4) * [1; 3; 3; 1] / 8, 1e-12);

## helpers of MATLAB's examples
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "column", "Gravity", [0 0 -9.81]);
%! q = [0 -1.2 1.2 0.1 0.5 0]';
%! first = getTransform(robot, q, "tool0");
%! last = trvec2tform([0.1 0 0]) * first;
%! model = taskSpaceMotionModel("RigidBodyTree", robot, "EndEffectorName", "tool0");
%! [pose, velocity] = transformtraj(first, last, [0 2], 0.5);
%! state = [q; zeros(6, 1)];
%! assert(exampleHelperTimeBasedTaskInputs(model, [0; 2], first, last, 0.5, state), ...
%!        derivative(model, state, pose, velocity), 1e-9);
%! joint = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", "PDControl");
%! points = q + [0 0.1 0.2 0.3];
%! [x, xd] = bsplinepolytraj(points, [0 2], 0.5);
%! assert(exampleHelperTimeBasedJointInputs(joint, [0; 2], points, 0.5, state), derivative(joint, state, [x; xd]), ...
%!        1e-9);
%! joint.MotionType = "ComputedTorqueControl";
%! assert(size(exampleHelperTimeBasedJointInputs(joint, [0; 2], points, 0.5, state)), [12 1]);
%! assert(strings(1, 2), {"", ""});
%! assert(size(randrot(2, 3)), [2 3]);

## figures, where Octave can draw: what show drew is replaced, the rest and the view stay while hold is on
%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! warning("off", "all", "local");
%! toolkit = graphics_toolkit();
%! graphics_toolkit("gnuplot");
%! unwind_protect
%!   try
%!     axes("parent", figure("visible", "off"));
%!   catch
%!     return; # no font to draw with
%!   end
%!   robot = loadrobot("universalUR5", "DataFormat", "row");
%!   handle = show(robot, zeros(1, 6), "PreservePlot", false);
%!   own = numel(get(handle, "children"));
%!   hold("on");
%!   marker = plot3(1, 2, 3, "ro");
%!   axis([-1 1 -1 1 -0.1 1.5]);
%!   view(10, 30);
%!   show(robot, ones(1, 6), "PreservePlot", false, "Parent", handle);
%!   assert(ishghandle(marker));
%!   assert(numel(get(handle, "children")), own + 1);
%!   assert(axis(), [-1 1 -1 1 -0.1 1.5]);
%!   assert(get(handle, "view"), [10 30]);
%!   show(robot, [zeros(1, 6); ones(1, 6)]);
%!   assert(numel(get(handle, "children")), 3 * own + 1);
%!   hold("off");
%!   show(robot, ones(1, 6), "FastUpdate", true);
%!   assert(numel(get(handle, "children")), own);
%!   [where, drawn] = show(collisionBox(1, 1, 1));
%!   drawn.FaceColor = [0 0 1];
%!   assert(drawn.FaceColor, [0 0 1]);
%!   drawn.FaceColor = "0.9 0.41 0.17";
%!   assert(drawn.FaceColor, [0.9 0.41 0.17]);
%!   drawn.Vertices(1, :) = [9 9 9];
%!   assert(drawn.Vertices(1, 3), 9);
%!   assert(isvalid(drawn));
%!   delete(drawn);
%!   assert(! isvalid(drawn));
%!   [~, all] = showCollisionArray({collisionBox(1, 1, 1), collisionSphere(1)}, "Colors", [1 0 0; 0 1 0]);
%!   assert(all(2).FaceColor, [0 1 0]);
%!   region = workspaceGoalRegion("tool0", "Bounds", [-1 1; -2 2; -3 3; 0 0; 0 0; 0 0]);
%!   assert(isaxes(show(region)));
%!   places = rand(20, 3);
%!   assert(isaxes(showWorkspaceAnalysis(places, 1:20, "Voxelize", true)));
%!   fail("showWorkspaceAnalysis(places, 1:3)", "20 numbers");
%!   viewer = interactiveRigidBodyTree(robot, "MarkerScaleFactor", 0.5, "Visible", "off");
%!   viewer.MarkerControlMethod = "JointControl";
%!   viewer.Configuration = [0 -1.2 1.2 0.1 0.5 0];
%!   limits = constraintJointBounds(robot);
%!   limits.Bounds(1, :) = [-0.05 0.05];
%!   addConstraint(viewer, limits);
%!   viewer.MarkerPose = trvec2tform([0 0.02 0.01]) * viewer.MarkerPose;
%!   assert(abs(viewer.Configuration(1)) <= 0.05 + 1e-6);
%!   removeConstraints(viewer);
%!   assert(isempty(viewer.Constraints));
%!   fail("addConstraint(viewer, 3)", "constraint object");
%! unwind_protect_cleanup
%!   close("all");
%!   graphics_toolkit(toolkit);
%! end_unwind_protect

%!test
%! # Handles with properties by a dot, as scripts of MATLAB write them.
%! if exist("graphicsHandle") != 3
%!   return;
%! end
%! toolkit = graphics_toolkit();
%! unwind_protect
%!   graphics_toolkit("gnuplot");
%!   picture = figure(Name="an arm", Visible="off");
%!   assert(picture.Name, "an arm");
%!   robot = loadrobot("universalUR5e", "DataFormat", "row");
%!   place = show(robot, homeConfiguration(robot), "Frames", "off");
%!   place.Projection = "perspective";
%!   place.XLim(2) = 3;
%!   place.XLabel.String = "east";
%!   assert(get(gca, "projection"), "perspective");
%!   assert(get(gca(), "xlim")(2), 3);
%!   assert(get(get(gca, "xlabel"), "string"), "east");
%!   assert(place.Parent.Name, "an arm");
%!   hold(place, "on");
%!   line = plot3(place, 1:3, 4:6, 7:9, LineWidth=2);
%!   line.XData(3) = 5;
%!   line(1).ZData = [1 2 3];
%!   assert([line.LineWidth, line.XData, line.ZData], [2, 1 2 5, 1 2 3]);
%!   # In all else they are numbers.
%!   assert(class(place), "double");
%!   assert(place == gca && ishghandle(place));
%!   all(3) = line;
%!   assert(all, [0 0 double(line)]);
%!   drawnow limitrate nocallbacks
%!   unknown = warning("query", "condyle:graphics");
%!   warning("off", "condyle:graphics");
%!   picture.WindowState = "maximized";
%!   place.Toolbar.Visible = "off";
%!   other = figure("WindowState", "maximized", "Visible", "off");
%!   mark = scatter3(1, 2, 3, "filled", "MarkerFaceAlpha", 0.5, "Parent", place);
%!   assert(mark.Parent == place);
%!   warning(unknown.state, "condyle:graphics");
%!   fail("picture.Color = 'no color'", "color");
%!   # Colors as texts of numbers.
%!   line.Color = "0.9 0.41 0.17";
%!   assert(line.Color, [0.9 0.41 0.17]);
%!   side = patch([0 1 1], [0 0 1], "r", "EdgeColor", "[0.8, 0.8, 1.0]");
%!   assert(side.EdgeColor, [0.8 0.8 1]);
%!   fail("line.Color = '0.9 0.41'", "color");
%!   fail("place.NoSuch", "NoSuch");
%! unwind_protect_cleanup
%!   close("all");
%!   graphics_toolkit(toolkit);
%! end_unwind_protect

%!test
%! kinds = generalizedInverseKinematics("RigidBodyTree", loadrobot("kukaIiwa14"), "ConstraintInputs", ...
%!                                      ["pose", "jointbounds"]);
%! assert(kinds.ConstraintInputs, {"pose", "joint"});
%! kinds.ConstraintInputs = {"fixed", "joint", "RevoluteJoint"};
%! assert(kinds.ConstraintInputs, {"fixed", "joint", "revolute"});
%! fail('kinds.ConstraintInputs = {"joints"};', "expected some of");
%! solver = analyticalInverseKinematics(loadrobot("universalUR5e"));
%! text = evalc("groups = showdetails(solver);");
%! assert(numel(strsplit(strtrim(text), "\n")), 3 + numel(groups));
%! solver.KinematicGroup = groups(end).KinematicGroup;
%! assert(solver.KinematicGroupType, groups(end).Type);
%! assert(importrobot("iiwa14.sdf").NumBodies, loadrobot("kukaIiwa14").NumBodies);

%!test
%! toolkit = graphics_toolkit();
%! unwind_protect
%!   graphics_toolkit("gnuplot");
%!   picture = figure("visible", "off");
%!   for name = {"groundvehicle.stl", "multirotor.stl", "fixedwing.stl"}
%!     clf(picture);
%!     place = plotTransforms([1 2 3], [1 0 0 0], "MeshFilePath", name{1}, "FrameSize", 2);
%!     corners = get(findobj(place, "type", "patch"), "vertices");
%!     assert(max(corners(:, 1)) >= 2 - 1e-12 && max(corners(:, 1)) < 2.4);
%!     assert(mean([max(corners(:, 2)), min(corners(:, 2))]), 2, 1e-12);
%!   end
%! unwind_protect_cleanup
%!   close("all");
%!   graphics_toolkit(toolkit);
%! end_unwind_protect

%!test
%! # Several handles, and styles of scatter.
%! if exist("graphicsHandle") != 3
%!   return;
%! end
%! toolkit = graphics_toolkit();
%! unwind_protect
%!   graphics_toolkit("gnuplot");
%!   picture = figure("visible", "off");
%!   both = plot(1:3, [1:3; 2:4]);
%!   both(1).Color = [1 0 0];
%!   both(2).XData(3) = 9;
%!   assert(get(both(1), "color"), [1 0 0]);
%!   assert(both(end).XData, [1 2 9]);
%!   assert(class(both), "double");
%!   assert([both; 1](3), 1);
%!   hold on
%!   marks = gobjects(1, 2);
%!   for k = 1:2
%!     marks(k) = plot3(k, k, k);
%!   end
%!   marks(2).ZData = 7;
%!   assert(get(marks(2), "zdata"), 7);
%!   assert(isvalid(marks), true(1, 2));
%!   place = gca;
%!   assert(place.Children(1).Type, "line");
%!   one = scatter(1:3, 1:3, "r*");
%!   two = scatter3(place, 1:3, 1:3, 1:3, 25, "ob");
%!   assert({one.Marker, two.Marker}, {"*", "o"});
%!   assert(two.MarkerEdgeColor, [0 0 1]);
%! unwind_protect_cleanup
%!   close("all");
%!   graphics_toolkit(toolkit);
%! end_unwind_protect

## arrays of bodies, joints and robots that begin without elements
%!test
%! arm = rigidBodyTree("DataFormat", "row");
%! bodies = rigidBody.empty(0, 3);
%! joints = rigidBodyJoint.empty();
%! robots = rigidBodyTree.empty(0, 3);
%! assert({size(bodies), size(joints), isempty(robots)}, {[0 3], [0 0], true});
%! for k = 1:3
%!   bodies(k) = rigidBody(sprintf("b%d", k));
%!   joints(k) = rigidBodyJoint(sprintf("j%d", k), "revolute");
%!   setFixedTransform(joints(k), trvec2tform([0 0 0.1 * k]));
%!   bodies(k).Joint = joints(k);
%!   robots(k) = rigidBodyTree("DataFormat", "row");
%!   addBody(robots(k), bodies(k), "base");
%!   addSubtree(arm, arm.BaseName, robots(k));
%! end
%! assert(arm.BodyNames, {"b1", "b2", "b3"});
%! assert(tform2trvec(getTransform(arm, zeros(1, 3), "b3")), [0 0 0.3], 1e-12);
%!error <rigidBody.empty: expected a size of which one number is 0> rigidBody.empty(2, 3)

## models of motion: copies, and robots whose configurations are structs
%!test
%! robot = loadrobot("universalUR5e", "Gravity", [0 0 -9.81]);
%! columns = copy(robot);
%! columns.DataFormat = "column";
%! state = [0.1 -1.2 1.3 0.4 0.5 0.6 0.01 0.02 0.03 0.04 0.05 0.06]';
%! command = [state; zeros(6, 1)];
%! model = jointSpaceMotionModel("RigidBodyTree", robot);
%! same = jointSpaceMotionModel("RigidBodyTree", columns);
%! for type = {"ComputedTorqueControl", "IndependentJointMotion"}
%!   [model.MotionType, same.MotionType] = deal(type{1});
%!   assert(derivative(model, state, command), derivative(same, state, command), 1e-12);
%! end
%! fext = zeros(6, 6);
%! fext(1, 6) = 1;
%! [model.MotionType, same.MotionType] = deal("PDControl");
%! assert(derivative(model, state, state, fext), derivative(same, state, state, fext), 1e-12);
%! assert(robot.DataFormat, "struct");
%! fail("derivative(model, state, 1)", "expected a vector of 12");
%! assert(robot.DataFormat, "struct");
%! other = copy(model);
%! other.Kp = 3 * eye(6);
%! other.RigidBodyTree.Gravity = [0 0 0];
%! assert({model.Kp(1), other.MotionType, robot.Gravity(3)}, {100, "PDControl", -9.81});
%! task = taskSpaceMotionModel("RigidBodyTree", robot, "EndEffectorName", "wrist_3_link", "JointDamping", 2);
%! goal = getTransform(columns, zeros(6, 1), "wrist_3_link");
%! rate = derivative(taskSpaceMotionModel("RigidBodyTree", columns, "EndEffectorName", "wrist_3_link", ...
%!                                        "JointDamping", 2), state, goal, zeros(6, 1));
%! assert(derivative(copy(task), state, goal, zeros(6, 1)), rate, 1e-9 * norm(rate));

## times of way points: one stretch by its closed form, several against times beside, and bounds
%!test
%! [~, ~, ~, ~, ~, times, samples] = minjerkpolytraj([0 1], [0 1], 9, TimeAllocation=true, MaxSegmentTime=9);
%! assert(times, [0 (5 * 1120 / 100) ^ (1 / 6)], 1e-5); # the polynomial of degree 7: 1120 / T^5 + 100 T
%! assert(samples(end), times(end));
%! [q, ~, ~, ~, ~, ~, times] = minsnappolytraj([0 2], [3 4], 9, "TimeAllocation", true, "TimeWeight", 7, ...
%!                                             "MaxSegmentTime", 99);
%! snap = polyder(polyder(polyder(polyder([70 -315 540 -420 126 0 0 0 0 0]))));
%! c = polyval(polyint(conv(snap, snap)), 1); # of degree 9: 4 c / T^7 + 7 T
%! assert(times, [3, 3 + (4 * c) ^ (1 / 8)], 1e-5);
%! assert(q([1 end]), [0 2], 1e-12);
%! points = [0 1 3 2; 0 1 1 0];
%! jerks = @(pp, t) sumsq(ppval(ppder(ppder(ppder(pp))), t), 1);
%! integral = @(pp, t) trapz(t, jerks(pp, t));
%! cost = @(pp, times) 100 * (times(end) - times(1)) + integral(pp, linspace(times(1), times(end), 20001));
%! [~, ~, ~, ~, pp, times] = minjerkpolytraj(points, [0 1 2 3], 5, "TimeAllocation", true, "MaxSegmentTime", 5);
%! least = cost(pp, times);
%! for moved = [0 0.02 0 0; 0 0 -0.03 0; 0 0 0 0.03; 0 0.02 0.02 0.02]'
%!   beside = times + moved';
%!   [~, ~, ~, ~, pp] = minjerkpolytraj(points, beside, 5);
%!   assert(cost(pp, beside) > least);
%! end
%! [~, ~, ~, ~, ~, times] = minjerkpolytraj(points, [0 1 2 3], 5, "TimeAllocation", true, "MaxSegmentTime", 1);
%! assert(times, 0:3, 1e-6); # the longest that is allowed
%! [~, ~, ~, ~, ~, by_default] = minjerkpolytraj(points, 0:3, 5, TimeAllocation=true);
%! [~, ~, ~, ~, ~, times] = minjerkpolytraj(points, 0:3, 5, TimeAllocation=true, MaxSegmentTime=5, ...
%!                                        MinSegmentTime=0.1, TimeWeight=100);
%! assert(by_default, times);
%! assert(minsnappolytraj(points, 0:3, 5, TimeAllocation=true), ...
%!        minsnappolytraj(points, 0:3, 5, TimeAllocation=true, MaxSegmentTime=5));
%! [~, ~, ~, ~, ~, times] = minjerkpolytraj(points, (0:3)', 5, "TimeAllocation", true, "MaxSegmentTime", [1 0.5 2], ...
%!                                        "MinSegmentTime", 0.2);
%! assert(times(1:3), [0; 1; 1.5], 1e-6);
%! assert(all(diff(times) <= [1; 0.5; 2] + 1e-6));
%!error <MinSegmentTime: expected times not> minjerkpolytraj([0 1], [0 1], 5, TimeAllocation=true, MinSegmentTime=6)
%!error <TimeWeight: expected a number above 0> minsnappolytraj([0 1], [0 1], 5, TimeAllocation=true, TimeWeight=0)
%!error <MaxSegmentTime: expected a time> minsnappolytraj([0 1], [0 1], 5, TimeAllocation=true, MaxSegmentTime=[1 2])
%!error <boundary conditions> minsnappolytraj([0 1], [0 1], 5, "VelocityBoundaryCondition", 1)

## the last output tells of trouble
%!test
%! points = [0 1 3 2; 0 1 1 0];
%! fine = struct("SingularityStatus", false, "MaxIterStatus", false, "MaxTimeStatus", false);
%! [~, ~, ~, ~, ~, ~, ~, status] = minjerkpolytraj(points, 0:3, 5);
%! assert(status, fine);
%! [~, ~, ~, ~, ~, ~, ~, ~, status] = minsnappolytraj(points, 0:3, 5);
%! assert(status, fine);
%! [~, ~, ~, ~, ~, ~, ~, ~, status] = minsnappolytraj(points, 0:3, 5, TimeAllocation=true, MaxSegmentTime=1);
%! assert(status.MaxTimeStatus);
%! warning("error", "Octave:singular-matrix", "local");
%! free = NaN(1, 2); # of all parabolas through two points none has jerk
%! [q, ~, ~, jerk, ~, ~, ~, status] = minjerkpolytraj([0 1], [0 1], 5, "VelocityBoundaryCondition", free, ...
%!                                     "AccelerationBoundaryCondition", free, "JerkBoundaryCondition", free);
%! assert(status.SingularityStatus);
%! assert(q([1 end]), [0 1], 1e-12);
%! assert(jerk, zeros(1, 5), 1e-9);
