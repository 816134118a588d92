## Inverse kinematics, motion models, trajectories, pictures.

%!test
%! robot = loadrobot("kukaIiwa14",DataFormat="column");
%! ik = inverseKinematics("RigidBodyTree",robot);
%! rand("twister", 3);
%! for i = 1:5
%!   q = randomConfiguration(robot);
%!   pose = getTransform(robot, q, "iiwa_link_ee");
%!   [found, info] = ik("iiwa_link_ee", pose, ones(1, 6), homeConfiguration(robot));
%!   assert(info.ExitFlag, 1);
%!   assert(info.Status, "success");
%!   assert(getTransform(robot, found, "iiwa_link_ee"), pose, 1e-6);
%!   assert(clamp_configuration(robot, found), found);
%! end
%! pose(1:3, 4) = [9 9 9];
%! ik.SolverParameters.MaxNumRestarts = 1;
%! [found, info] = ik("iiwa_link_ee", pose, ones(1, 6));
%! assert(info.Status, "best available");
%! assert(info.PoseErrorNorm > 1);
%! fail("ik('iiwa_link_ee')", "expected ik");
%! fail("ik.RigidBodyTree = 5", "expected.*rigidBodyTree");
%! robot.DataFormat = "struct";
%! found = ik("iiwa_link_ee", getTransform(robot, homeConfiguration(robot), "iiwa_link_ee"), ones(1, 6));
%! assert(fieldnames(found), {"JointName"; "JointPosition"});
%! fail("ik('nobody', eye(4), ones(1, 6))", "nobody");
%! fail("ik('iiwa_link_ee', eye(3), ones(1, 6))", "4-by-4");
%!error <assign a rigidBodyTree to RigidBodyTree> step(inverseKinematics(), "tool0", eye(4), ones(1, 6))
%!error <a rigidBodyTree, not double> inverseKinematics("RigidBodyTree", 3)

## MaxTime, StepTolerance and GradientTolerance end a search, each with its flag, with configurations of every form
%!test
%! robot = loadrobot("universalUR5e",DataFormat="row");
%! pose = getTransform(robot, [0.5 -1.2 1.4 0.3 0.6 0.1], "tool0");
%! far = trvec2tform([3 0 0]);
%! for format = {"row", "column", "struct"}
%!   robot.DataFormat = format{1};
%!   for names = {"MaxTime", 1e-9, 3, 400; "StepTolerance", 1e-2, 4, 400; "GradientTolerance", 1e-2, 5, ...
%!                400; "MaxTime", 9, 2, 10}'
%!     ik = inverseKinematics("RigidBodyTree", robot, "SolverParameters", ...
%!                            struct("AllowRandomRestart", false, "MaxIterations", names{4}));
%!     ik.SolverParameters.(names{1}) = names{2};
%!     [q, info] = ik("tool0", far, [0 0 0 1 1 1], homeConfiguration(robot));
%!     assert(info.ExitFlag, names{3});
%!     assert(info.Status, "best available");
%!     ik.SolverParameters.MaxNumRestarts = 20;
%!     ik.SolverParameters.AllowRandomRestart = true;
%!     [q, info] = ik("tool0", pose, ones(1, 6), homeConfiguration(robot));
%!     if names{3} > 3
%!       assert(info.ExitFlag, 1);
%!       assert(getTransform(robot, q, "tool0"), pose, 1e-6);
%!     end
%!   end
%! end

## ErrorChangeTolerance ends a search too; damping slows it down, and without the error's part as well it is Newton's
%!test
%! robot = loadrobot("universalUR5e",DataFormat="row");
%! pose = getTransform(robot, [0.5 -1.2 1.4 0.3 0.6 0.1], "tool0");
%! start = [0.4 -1.1 1.3 0.4 0.5 0.2];
%! none = struct("AllowRandomRestart", false, "MaxIterations", 400);
%! ik = inverseKinematics("RigidBodyTree", robot, "SolverParameters", none);
%! ik.SolverParameters.ErrorChangeTolerance = 1e-2;
%! [~, info] = ik("tool0", trvec2tform([3 0 0]), [0 0 0 1 1 1], start);
%! assert(info.ExitFlag, 4);
%! iterations = zeros(1, 4);
%! for k = 1:4
%!   ik = inverseKinematics("RigidBodyTree", robot, "SolverParameters", none);
%!   ik.SolverParameters = struct("DampingBias", [0.0025 0 0.1 1](k), "UseErrorDamping", k != 2);
%!   [q, info] = ik("tool0", pose, ones(1, 6), start);
%!   assert(info.ExitFlag, 1);
%!   assert(getTransform(robot, q, "tool0"), pose, 1e-6);
%!   iterations(k) = info.Iterations;
%! end
%! assert(iterations(2) <= iterations(1) && iterations(1) < iterations(3) && iterations(3) < iterations(4));
%! for wrong = {"DampingBias", -1; "StepTolerance", NaN; "ErrorChangeTolerance", "much"; "MaxTime", 0}'
%!   ik = inverseKinematics("RigidBodyTree", robot);
%!   ik.SolverParameters.(wrong{1}) = wrong{2};
%!   fail("ik('tool0', eye(4), ones(1, 6), zeros(1, 6))", [wrong{1}, ": expected"]);
%! end

## A limit of time that ends nothing leaves the numbers of iterations and of restarts as the other parameters have them
%!test
%! robot = loadrobot("universalUR5e",DataFormat="row");
%! ik = inverseKinematics("RigidBodyTree", robot);
%! home = homeConfiguration(robot);
%! for time = [9 10]
%!   ik.SolverParameters = struct("MaxTime", time, "MaxIterations", 3, "MaxNumRestarts", 4);
%!   [q, info] = ik("tool0", trvec2tform([3 0 0]), [0 0 0 1 1 1], home);
%!   assert(info.NumRandomRestarts, 4);
%!   assert(info.ExitFlag, 2);
%!   assert(info.Iterations > 4 && info.Iterations <= 6*3);
%!   [q, info] = ik("tool0", getTransform(robot, home, "tool0"), ones(1, 6), home);
%!   assert([info.ExitFlag, info.Iterations, info.NumRandomRestarts], [1 0 0]);
%!   ik.SolverParameters = struct("MaxIterations", 7, "MaxNumRestarts", 0);
%!   [q, info] = ik("tool0", trvec2tform([3 0 0]), [0 0 0 1 1 1], home);
%!   assert(info.Iterations, 7);
%!   g = generalizedInverseKinematics("RigidBodyTree", robot, "ConstraintInputs", {"position"});
%!   g.SolverParameters = struct("MaxTime", time, "MaxIterations", 7);
%!   [q, info] = g(home, constraintPositionTarget("tool0", "TargetPosition", [3 0 0]));
%!   assert(info.Iterations > 0 && info.Iterations <= 7);
%! end

## parameters of the search that are not given keep their values
%!test
%! robot = loadrobot("universalUR5e",DataFormat="row");
%! ik = inverseKinematics("RigidBodyTree", robot, "SolverParameters", struct("MaxNumRestarts", 0));
%! assert(ik.SolverParameters.MaxIterations, 200);
%! ik.SolverParameters.MaxIterations = 1;
%! assert(ik.SolverParameters.MaxNumRestarts, 0);
%! [~, info] = ik("tool0", getTransform(robot, [0.5 -1.2 1.4 0.3 0.6 0.1], "tool0"), ones(1, 6));
%! assert([info.Iterations info.NumRandomRestarts], [1 0]);
%! fail("ik.SolverParameters = 3", "expected a struct");

## under computed torque control the error of each joint obeys edd + 2 zeta omega ed + omega^2 e = 0
%!test
%! robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
%! model = jointSpaceMotionModel("RigidBodyTree",robot,"MotionType","ComputedTorqueControl");
%! updateErrorDynamicsFromStep(model, 1, 0.1);
%! zeta = -log(0.1) / sqrt(pi ^ 2 + log(0.1) ^ 2);
%! assert(model.DampingRatio, zeta * ones(1, 6), 1e-12);
%! assert(model.NaturalFrequency, 4 / zeta * ones(1, 6), 1e-12);
%! state = [0.1 -1 1 0.3 0.2 0, 1 -2 3 1 0 2];
%! goal = [0 0 1 1 0 0, 0 1 0 0 0 0, 0 0 2 0 0 0];
%! rate = derivative(model, state, goal);
%! e = state(1:6) - goal(1:6);
%! ed = state(7:12) - goal(7:12);
%! expected = goal(13:18) - 2 * zeta * (4 / zeta) * ed - (4 / zeta) ^ 2 * e;
%! assert(rate, [state(7:12) expected], 1e-9);
%! assert(derivative(model, state', goal'), rate', 1e-9);
%! fext = externalForce(robot, "tool0", [0 0 0 5 0 0], state(1:6));
%! pushed = derivative(model, state, goal, fext);
%! J = geometricJacobian(robot, state(1:6), "tool0");
%! R = getTransform(robot, state(1:6), "tool0")(1:3, 1:3);
%! push = massMatrix(robot, state(1:6)) \ (J' * [0 0 0 (R * [5 0 0]')']');
%! assert((pushed - rate)(7:12)', push, 1e-8);
%! model.MotionType = "IndependentJointMotion";
%! assert(derivative(model, state, goal, fext), rate, 1e-9);
%! model.MotionType = "PDControl";
%! rate = derivative(model, state, goal(1:12));
%! q = state(1:6);
%! tau = gravityTorque(robot, q) - (model.Kp * (q - goal(1:6))' + model.Kd * state(7:12)')';
%! assert(rate(7:12), forwardDynamics(robot, q, state(7:12), tau), 1e-9);
%! fail("derivative(model, state, goal)", "12 numbers, not 18");
%! fail("model.MotionType = 'PID'", "PDControl");
%! fail("model.RigidBodyTree = 5", "expected.*rigidBodyTree");
%! fail("derivative(model, state)", "expected derivative");

## one number counts for all joints, and in every data format a state has as many derivatives as numbers
%!test
%! robot = loadrobot("universalUR5e");
%! model = jointSpaceMotionModel(RigidBodyTree=robot, MotionType="IndependentJointMotion", NaturalFrequency=5);
%! for form = {"struct", "row", "column"}
%!   robot.DataFormat = form{1};
%!   assert(derivative(model, zeros(12, 1), ones(18, 1)), [zeros(6, 1); (1 + 2 * 5 + 25) * ones(6, 1)], 1e-12);
%! end
%! model.DampingRatio = [1 2];
%! fail("derivative(model, zeros(12, 1), ones(18, 1))", "one number or 6, not 2");
%! updateErrorDynamicsFromStep(model, 0.2, 0.1);
%! assert(size(model.NaturalFrequency), [1 6]);

## a floating base: the rate of the state is the derivative of the motion, and the law leads to the reference
%!test
%! for form = {"row", "column"}
%!   robot = rigidBodyTree("DataFormat", form{1});
%!   names = {"base_free", "plane", "arm"};
%!   types = {"floating", "planar", "revolute"};
%!   parents = {"base", "base_free", "plane"};
%!   for i = 1:3
%!     body = rigidBody(names{i});
%!     body.CenterOfMass = [0.1 0 0.2];
%!     body.Inertia = [2 2 2 0 0 0];
%!     body.Joint = rigidBodyJoint([types{i} "_joint"], types{i});
%!     addBody(robot, body, parents{i});
%!   end
%!   robot.Gravity = [0 0 -9.81];
%!   flip = @(x) x;
%!   if strcmp(form{1}, "column")
%!     flip = @(x) x';
%!   end
%!   rand("twister", 6);
%!   q = randomConfiguration(robot);
%!   qd = flip(rand(1, 10) - 0.5);
%!   model = jointSpaceMotionModel("RigidBodyTree", robot);
%!   goal = flip([1 0 0 0 0.2 0.3 0.4 0.1 -0.2 0.3 0.5]);
%!   state = [q(:); qd(:)];
%!   command = [goal(:); zeros(20, 1)];
%!   rate = derivative(model, state, command);
%!   h = 1e-6;
%!   moved = integrate_configuration(robot, q, h * qd) - integrate_configuration(robot, q, -h * qd);
%!   assert(rate(1:11), moved(:) / (2 * h), 1e-8);
%!   e = configuration_difference(robot, goal, q);
%!   assert(rate(12:21), -20 * qd(:) - 100 * e(:), 1e-10);
%!   model.MotionType = "PDControl";
%!   pd = derivative(model, state, command(1:21));
%!   tau = gravityTorque(robot, q) - flip((100 * e(:) + 10 * qd(:))');
%!   assert(pd(12:21)', flip(forwardDynamics(robot, q, qd, tau))(:)', 1e-8);
%!   model.MotionType = "ComputedTorqueControl";
%!   start = [homeConfiguration(robot)(:); zeros(10, 1)];
%!   [t, y] = ode45(@(t, y) derivative(model, y, command), [0 2], start);
%!   assert(norm(configuration_difference(robot, goal, flip(y(end, 1:11)))) < 1e-3);
%!   assert(norm(y(end, 1:4)), 1, 1e-3);
%!   fail("derivative(model, start(1:20), command)", "21 numbers, not 20");
%! end

## polynomials pass their points with the given derivatives, and their derivatives are derivatives
%!function check_motion(evaluate, duration)
%!  h = 1e-5;
%!  t = linspace(h, duration - h, 40);
%!  t(abs(3 * t - round(3 * t)) < 1e-2) = []; # where accelerations may jump
%!  [q, qd, qdd] = evaluate(t);
%!  before = evaluate(t - h);
%!  after = evaluate(t + h);
%!  assert(qd, (after - before) / (2 * h), 1e-4 * max(1, max(abs(qd(:)))));
%!  [~, before] = evaluate(t - h);
%!  [~, after] = evaluate(t + h);
%!  assert(qdd, (after - before) / (2 * h), 1e-4 * max(1, max(abs(qdd(:)))));
%!endfunction
%!test
%! points = [0 1 3 2; 5 4 4 0];
%! times = [0 1 2 4];
%! v = [0 1 1 0; 0 0 2 1];
%! a = [0 0 3 0; 1 0 0 0];
%! [q, qd, qdd, pp] = cubicpolytraj(points, times, times, "VelocityBoundaryCondition", v);
%! assert(q, points, 1e-12);
%! assert(qd, v, 1e-12);
%! assert(ppval(pp, 1.7), cubicpolytraj(points, times, 1.7, "VelocityBoundaryCondition", v), 1e-12);
%! check_motion(@(t) cubicpolytraj(points, times, t), 4);
%! [q, qd, qdd] = quinticpolytraj(points, times, times, "VelocityBoundaryCondition", v, ...
%!                                "AccelerationBoundaryCondition", a);
%! assert(q, points, 1e-12);
%! assert(qd, v, 1e-11);
%! assert(qdd, a, 1e-10);
%! check_motion(@(t) quinticpolytraj(points, times, t), 4);
%! [q, qd] = cubicpolytraj(points, times, [-1 5]);
%! assert(q, points(:, [1 end]), 1e-12);
%! assert(qd, zeros(2));
%!error <increasing time> cubicpolytraj([0 1], [1 0], 0)
%!error <expected 1-by-2> quinticpolytraj([0 1], [0 1], 0, "VelocityBoundaryCondition", [0 0 0])
%!error <way points> trapveltraj(1, 5)

## least jerk, jerks free: the jerk and its rate are continuous at free way points, and other motions have more jerk
%!test
%! points = [0 2 1 4];
%! times = [0 1 2.5 3];
%! [q, qd, qdd, qddd, pp, t, samples] = minjerkpolytraj(points, times, 301, "JerkBoundaryCondition", NaN(1, 4));
%! assert(q([1 end]), points([1 end]), 1e-10);
%! assert(ppval(pp, times), points, 1e-10);
%! assert(numel(samples), 301);
%! d = ppder(ppder(ppder(pp)));
%! for order = 1:2
%!   left = ppval(d, times(2:3) - 1e-9);
%!   assert(left, ppval(d, times(2:3) + 1e-9), 1e-5 * max(abs(left)));
%!   d = ppder(d);
%! end
%! jerk = @(pp) sum(ppval(ppder(ppder(ppder(pp))), linspace(0, 3, 20001)) .^ 2);
%! least = jerk(pp);
%! for change = [0.1 -0.1]
%!   v = ppval(ppder(pp), times) + [0 change 0 0];
%!   a = ppval(ppder(ppder(pp)), times);
%!   [~, ~, ~, other] = quinticpolytraj(points, times, 0, "VelocityBoundaryCondition", v, ...
%!                                      "AccelerationBoundaryCondition", a);
%!   assert(jerk(other) > least);
%! end

## B-splines: ends, derivatives, and control points on a straight line give the line
%!test
%! points = [0 1 3 2 5; 0 0 1 1 2];
%! q = bsplinepolytraj(points, [0 2], [0 2]);
%! assert(q, points(:, [1 end]), 1e-12);
%! check_motion(@(t) bsplinepolytraj(points, [0 2], t), 2);
%! [~, qd, qdd, pp] = bsplinepolytraj(points, [0 2], [0 2]);
%! middle = pp.breaks(2);
%! assert(ppval(ppder(ppder(pp)), middle - 1e-9), ppval(ppder(ppder(pp)), middle + 1e-9), 1e-5);
%! line = bsplinepolytraj([0 1 2 3; 0 2 4 6], [0 1], linspace(0, 1, 7));
%! assert(line(2, :), 2 * line(1, :), 1e-12);
%!error <four control points> bsplinepolytraj([0 1 2], [0 1], 0)

## trapezoids: each pair of values gives the same motion
%!function varargout = deal_motion(t)
%!  [~, ~, ~, ~, pp] = trapveltraj([0 3 1], 5);
%!  d = ppder(pp{1});
%!  varargout = {ppval(pp{1}, t), ppval(d, t), ppval(ppder(d), t)};
%!endfunction
%!test
%! [q, qd, qdd, t] = trapveltraj([0 2; 1 1], 101, "EndTime", 4, "AccelTime", 1);
%! v = 2 / 3;
%! assert(t([1 end]), [0 4]);
%! assert(max(qd(1, :)), v, 1e-12);
%! assert(q(:, end), [2; 1], 1e-12);
%! assert(q(2, :), ones(1, 101));
%! assert(qdd(1, 2), v, 1e-12);
%! pairs = {"PeakVelocity", v, "Acceleration", v; "PeakVelocity", v, "EndTime", 4; "PeakVelocity", v, "AccelTime", 1
%!          "Acceleration", v, "EndTime", 4; "Acceleration", v, "AccelTime", 1};
%! for k = 1:5
%!   assert(trapveltraj([0 2; 1 1], 101, pairs{k, :}), q, 1e-12);
%! end
%! [q, qd, qdd, t, pp] = trapveltraj([0 3 1; 2 2 5], 50);
%! assert(t(end), 2);
%! assert(ppval(pp{1}, [0 1 2]), [0 3 1], 1e-12);
%! assert(max(abs(qd(1, :))), 4.5, 0.2);
%! [~, ~, ~, t] = trapveltraj([0 3], 50, "PeakVelocity", 1);
%! assert(t(end), 4.5, 1e-12);
%! [~, ~, qdd] = trapveltraj([0 3], 50, "Acceleration", 2);
%! assert(qdd(2), 2, 1e-12);
%! check_motion(@(t) deal_motion(t), 2);
%! [~, qd] = trapveltraj([0 2 0; 0 1 0], 200, "PeakVelocity", [4 1]);
%! assert(max(qd, [], 2), [4; 1], 1e-9);
%! [~, other] = trapveltraj([0 2 0; 0 1 0], 200, "PeakVelocity", [4 4; 1 1]);
%! assert(qd, other);
%!error <no trapezoid> trapveltraj([0 1], 5, "PeakVelocity", 1, "EndTime", 1)
%!error <two at most> trapveltraj([0 1], 5, "PeakVelocity", 1, "EndTime", 1, "AccelTime", 1)
%!error <positive> trapveltraj([0 1], 5, "EndTime", -1)
%!error <positive> trapveltraj([0 1], 5, "EndTime", NaN)
%!error id=condyle:argument trapveltraj([0 1], 2.5)
%!error id=condyle:argument trapveltraj([0 1], 0)
%!error id=condyle:argument trapveltraj([0 1], "a")
%!error id=condyle:argument minjerkpolytraj([0 1], [0 1], NaN)
%!error id=condyle:argument cubicpolytraj([0 1], [0 1], [0 NaN])

## pictures, where Octave can draw: primitives and frames
%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! toolkit = graphics_toolkit();
%! warning("off", "all", "local");
%! graphics_toolkit("gnuplot");
%! try
%!   axes("parent", figure("visible", "off"));
%! catch
%!   return; # no font to draw with
%! end
%! robot = importrobot(["<robot name='r'><link name='a'><visual><geometry><box size='1 2 3'/></geometry></visual>" ...
%!   "<visual><geometry><mesh filename='nowhere.stl'/></geometry></visual></link>" ...
%!   "<link name='b'><visual><geometry><cylinder radius='1' length='2'/></geometry></visual>" ...
%!   "<collision><geometry><sphere radius='1'/></geometry></collision></link>" ...
%!   "<joint name='j' type='fixed'><parent link='a'/><child link='b'/><origin xyz='0 0 1'/></joint></robot>"]);
%! f = figure("visible", "off");
%! handle = show(robot, [], "Collisions", "on");
%! assert(isaxes(handle));
%! shapes = findobj(handle, "type", "patch");
%! assert(numel(shapes), 2); # visuals and collisions
%! x = vertcat(get(shapes, "vertices"){:});
%! assert([min(x(:, 3)) max(x(:, 3))], [-1.5 2], 1e-12);
%! assert([min(x(:, 2)) max(x(:, 2))], [-1 1], 1e-12);
%! show(robot, [], Collisions="on", Parent=handle, PreservePlot=true);
%! assert(numel(findobj(handle, "type", "patch")), 4);
%! show(robot, [], Visuals="off", Collisions="on", Parent=handle, PreservePlot=false);
%! assert(numel(findobj(handle, "type", "patch")), 1);
%! fail("show(robot, [], 'Visuals', 'of')", "on.*off");
%! fail("show(robot, [], 'Parent', 'here')", "expected axes");
%! if ! isempty(file_in_path(EXEC_PATH(), "gs"))
%!   file = [tempname() ".png"];
%!   print(f, "-dpng", file);
%!   assert(fileread(file)(2:4), "PNG");
%!   delete(file);
%! end
%! close(f);
%! graphics_toolkit(toolkit);

%!test # the example of show's help text, as it stands, makes a picture
%! if isempty(file_in_path(EXEC_PATH(), "gs"))
%!   return;
%! end
%! toolkit = graphics_toolkit();
%! warning("off", "all", "local");
%! graphics_toolkit("gnuplot");
%! try
%!   axes("parent", figure("visible", "off"));
%! catch
%!   return; # no font to draw with
%! end
%! source = fullfile(fileparts(which("loadrobot")), "show.m");
%! lines = regexp(fileread(source), '^  %     (\S.*)$', "tokens", "lineanchors", "dotexceptnewline");
%! assert(numel(lines), 5);
%! folder = tempname();
%! mkdir(folder);
%! before = cd(folder);
%! unwind_protect
%!   eval(strjoin([lines{:}], "\n"));
%!   assert(fileread("ur5e.png")(2:4), "PNG");
%! unwind_protect_cleanup
%!   cd(before);
%!   delete(fullfile(folder, "*"));
%!   rmdir(folder);
%!   close("all");
%!   graphics_toolkit(toolkit);
%! end_unwind_protect

## motions with limits of jerk: the time by hand, derivatives, ends, a duration that is wanted, and faults
%!test
%! limits = [2 1 1; 2 1 1];
%! start = [0 0 0; 1 0.2 -0.1];
%! goal = [10 0 0; 3 -0.1 0];
%! duration = online_trajectory(start, goal, limits);
%! assert(duration, 10 / 2 + 2 / 1 + 1 / 1, 1e-12);
%! t = linspace(0, duration, 4001);
%! [~, q, qd, qdd, qddd] = online_trajectory(start, goal, limits, t);
%! assert([q(:, 1), qd(:, 1), qdd(:, 1)], start, 1e-12);
%! assert([q(:, end), qd(:, end), qdd(:, end)], goal, 1e-12);
%! assert((q(:, 3:end) - q(:, 1:end - 2)) / (2 * t(2)), qd(:, 2:end - 1), 1e-5);
%! assert((qd(:, 3:end) - qd(:, 1:end - 2)) / (2 * t(2)), qdd(:, 2:end - 1), 2e-3);
%! assert(all(all(abs(qd) <= 2 + 1e-12 & abs(qdd) <= 1 + 1e-12 & abs(qddd) <= 1 + 1e-12)));
%! assert(online_trajectory(start, goal, limits, [], 12), 12, 1e-12);
%! assert(online_trajectory([0 0 0], [32 0 0], [Inf Inf 1]), 4 * 16 ^ (1 / 3), 1e-12);
%!error <limits: expected 1 rows of 3> online_trajectory([0 0 0], [1 0 0], [1 1])
%!error <jerk.0., a limit, is 0> online_trajectory([0 0 0], [1 0 0], [1 1 0])
%!error <goal_qd.0. is 2> online_trajectory([0 0 0], [1 2 0], [1 1 1])
%!error <start: expected 1 to> online_trajectory([], [1 2 0], [1 1 1])
%!error id=condyle:argument online_trajectory([0 0 0], [1 0 0], [1 1 1], NaN)
