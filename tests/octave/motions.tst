## Motions between orientations and poses, control in the task space, loops, viewers.

## velocities and accelerations are the derivatives of the motion, in the base frame
%!test
%! T0 = [eul2rotm([0.3 -0.4 0.5]), [1; 2; 3]; 0 0 0 1];
%! TF = [eul2rotm([-1.0 0.8 2.0]), [0; 1; -1]; 0 0 0 1];
%! way = @(t) [t .^ 2 / 4; t / 2; 0.5 + 0 * t];
%! at = @(t) transformtraj(T0, TF, [0 2], t, "TimeScaling", way(t));
%! t = [0 0.4 1.1 2];
%! h = 1e-5;
%! [T, vel, acc] = at(t);
%! assert(T(:, :, [1 end]), cat(3, T0, TF), 1e-12);
%! above = at(t + h);
%! below = at(t - h);
%! for i = 1:4
%!   S = (above(:, :, i) - below(:, :, i)) / (2 * h) * [T(1:3, 1:3, i)', zeros(3, 1); 0 0 0 1];
%!   assert(vel(1:3, i), [S(3, 2); S(1, 3); S(2, 1)], 1e-8);
%!   assert(vel(4:6, i), (above(1:3, 4, i) - below(1:3, 4, i)) / (2 * h), 1e-8);
%! end
%! [~, later] = at(t + h);
%! [~, before] = at(t - h);
%! assert(acc, (later - before) / (2 * h), 1e-8);
%! [T, vel, acc] = transformtraj(se3(T0), se3(TF), [0 2], t);
%! assert(class(T), "se3");
%! assert(tform(T(end)), TF, 1e-12);
%! assert(acc, zeros(6, 4));
%! assert(vel(4:6, 2), (TF(1:3, 4) - T0(1:3, 4)) / 2, 1e-12);
%! R = rottraj(T0(1:3, 1:3), TF(1:3, 1:3), [0 2], t);
%! assert(R, rotm(T), 1e-12);
%! q = rottraj(rotm2quat(T0(1:3, 1:3)), rotm2quat(TF(1:3, 1:3)), [0 2], t);
%! assert(size(q), [4 4]);
%! assert(quat2rotm(q'), R, 1e-12);
%! assert(all(sum(q(:, 1:3) .* q(:, 2:4)) > 0));
%! assert(class(rottraj(so3, so3(1, "rotx"), [0 1], 0)), "so3");
%! q = rottraj(quaternion(1, 0, 0, 0), quaternion([1 0 0], "rotvec"), [0 1], [0 0.5]);
%! assert(rotvec(q(2)), [0.5 0 0], 1e-14);
%!error <3-by-2> rottraj([1 0 0 0], [0 1 0 0], [0 1], [0 1], "TimeScaling", [1 2])
%!error <\[begin end\]> transformtraj(eye(4), eye(4), [1 0], 0)
%!error <one pose> transformtraj(repmat(eye(4), 1, 1, 2), eye(4), [0 1], 0)

## control in the task space: torques by the transposed Jacobian, and those of gravity
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "row", "Gravity", [0 0 -9.81]);
%! model = taskSpaceMotionModel("RigidBodyTree", robot, "EndEffectorName", "wrist_3_link", "Kp", 400, "Kd", 40:10:90);
%! q = [0.1 -1.2 1.3 0.4 0.5 0.6];
%! qd = [0.3 0.2 -0.1 0.5 0.4 -0.2];
%! T = getTransform(robot, q, "wrist_3_link");
%! J = geometricJacobian(robot, q, "wrist_3_link");
%! turn = [0.1 -0.2 0.3];
%! goal = [axang2rotm([turn, norm(turn)]) * T(1:3, 1:3), T(1:3, 4) + [0.1; 0.2; 0.3]; 0 0 0 1];
%! twist = [1 2 3 4 5 6]';
%! tau = J' * (400 * [turn'; 0.1; 0.2; 0.3] + diag(40:10:90) * (twist - J * qd')) + gravityTorque(robot, q)' - qd';
%! rate = derivative(model, [q qd], goal, twist);
%! assert(rate, [qd, forwardDynamics(robot, q, qd, tau')], 1e-8);
%! f = externalForce(robot, "tool0", [0 0 0 1 2 3], q);
%! rate = derivative(model, [q qd]', se3(goal), twist', f);
%! assert(rate, [qd, forwardDynamics(robot, q, qd, tau', f)]', 1e-8);
%! model.JointDamping = 0;
%! assert(derivative(model, [q qd], goal, twist), [qd, forwardDynamics(robot, q, qd, (tau + qd')')], 1e-8);
%! model.JointDamping = 1:6;
%! assert(derivative(model, [q qd], goal, twist), [qd, forwardDynamics(robot, q, qd, (tau + qd' - (1:6)' .* qd')')], ...
%!        1e-8);
%! fail("model.JointDamping = -1;", "not below 0");
%! assert(taskSpaceMotionModel().EndEffectorName, "tool");
%! fail("derivative(model, q, goal, twist)", "12 numbers");
%! fail("derivative(model, [q qd], goal, [1 2 3])", "6 numbers");
%! fail("model.EndEffectorName = 'nobody';", "name of a body");
%! fail("model.Kp = [1 2];", "6-by-6");
%! fail("model.MotionType = 'Other';", "PDControl");
%! joint = jointSpaceMotionModel();
%! assert(joint.NumJoints, 2);
%! joint.RigidBodyTree = robot;
%! assert({joint.NumJoints, size(joint.Kp)}, {6, [6 6]});
%! fail("joint.NumJoints = 3;", "read-only");

## loops keep their rate; late ones are counted
%!test
%! rate = rateControl(100);
%! for k = 1:5
%!   waitfor(rate);
%! end
%! info = statistics(rate);
%! assert(info.NumPeriods, 5);
%! assert(sum(info.Periods) > 0);
%! pause(0.035);
%! assert(waitfor(rate) >= 2);
%! assert(statistics(rate).NumOverruns >= 1);
%! rate.OverrunAction = "drop";
%! pause(0.025);
%! assert(waitfor(rate) >= 1);
%! other = clone(rate);
%! assert({other.DesiredRate, other.OverrunAction, statistics(other).NumPeriods}, {100, "drop", 0});
%! reset(rate);
%! assert(statistics(rate).NumPeriods, 0);
%! assert(rate.TotalElapsedTime < 10);
%! assert(class(robotics.Rate(10)), "rateControl");
%!error <rate above 0> rateControl(0)
%!error <slip.*drop> rateControl(1, "OverrunAction", "wait")

## objects that are called
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "row");
%! ik = inverseKinematics("RigidBodyTree", robot, "SolverParameters", struct("MaxIterations", 77));
%! pose = getTransform(robot, [0.5 -1.2 1.4 0.3 0.6 0.1], "tool0");
%! assert(! isLocked(ik));
%! q = ik("tool0", se3(pose), ones(1, 6), []);
%! assert(getTransform(robot, q, "tool0"), pose, 1e-6);
%! assert(isLocked(ik));
%! other = clone(ik);
%! assert(! isLocked(other));
%! assert(other.SolverParameters.MaxIterations, 77);
%! assert(other.RigidBodyTree == robot);
%! reset(ik);
%! assert(! isLocked(ik) && ! isDone(ik));

## a rotation of few decimals is made orthogonal, a wrong one refused
%!test
%! joint = rigidBodyJoint("j", "revolute");
%! warning("off", "condyle:rotation", "local");
%! setFixedTransform(joint, [0.5 -0.8660 0 1; 0.8660 0.5 0 0; 0 0 1 0; 0 0 0 1]);
%! R = joint.JointToParentTransform(1:3, 1:3);
%! assert(R * R', eye(3), 1e-15);
%! assert(R(1:2, 1), [0.5; sqrt(3) / 2], 1e-4);
%! setFixedTransform(joint, se3([1 2 3], "trvec"));
%! assert(joint.JointToParentTransform(1:3, 4), [1; 2; 3]);
%! fail("setFixedTransform(joint, [0.5 -0.8 0 1; 0.8 0.5 0 0; 0 0 1 0; 0 0 0 1])", "not a rotation");
%! fail("setFixedTransform(joint, diag([1 1 -1 1]))", "not a rotation");
%!warning <nearest one> setFixedTransform(rigidBodyJoint("j"), [0.5 -0.8660 0 1; 0.8660 0.5 0 0; 0 0 1 0; 0 0 0 1]);

## the robots by MATLAB's names and files
%!test
%! panda = loadrobot("FRANKAEMIKAPANDA", "DataFormat", "row");
%! assert(numel(homeConfiguration(panda)), 9);
%! assert(numel(homeConfiguration(loadrobot("Panda", "DataFormat", "row", "MimicIndependent", false))), 8);
%! stored = storedRobot(panda);
%! assert(numel(homeConfiguration(stored)), 9);
%! assert(importrobot("iiwa14.urdf").NumBodies, 10);
%! assert(importrobot("KukaIiwa7.urdf").BaseName, loadrobot("kukaIiwa7").BaseName);
%! text = exportrobot(panda);
%! assert(importrobot(text, "urdf", "DataFormat", "row").DataFormat, "row");
%! q = [0.1 -0.7 0.2 -2 0.1 1.5 0.3 0.01 0.03];
%! left = getTransform(panda, q, "panda_leftfinger", "panda_hand");
%! right = getTransform(panda, q, "panda_rightfinger", "panda_hand");
%! assert([left(2, 4), right(2, 4)], [0.01 -0.03], 1e-12);
%! robot = rigidBodyTree("DataFormat", "column");
%! addBody(robot, rigidBody("a", "MaxNumCollisions", 3), "base");
%! assert(robot.FrameNames, {"base", "a"});
%! assert(size(inverseDynamics(robot)), [0 1]);
%! ur5e = loadrobot("universalUR5e", "DataFormat", "column");
%! assert(forwardDynamics(ur5e, [], [], [], zeros(6, 10)), forwardDynamics(ur5e, [], []));
%! fail("forwardDynamics(ur5e, [], [], [], ones(6, 10))", "6-by-10; expected 6-by-6");
%!error <expected one of urdf, xacro, sdf, mjcf> importrobot("<robot name='a'><link name='b'/></robot>", "obj")

## figures, where Octave can draw
%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! toolkit = graphics_toolkit();
%! warning("off", "all", "local");
%! graphics_toolkit("gnuplot");
%! try
%!   axes("parent", figure("visible", "off"));
%! catch
%!   return; # no font to draw with
%! end
%! handle = plotTransforms(se3([0 0 0; 1 2 3], "trvec"), "FrameSize", 0.5, "FrameLabel", {"a", "b"});
%! ends = get(findobj(handle, "type", "line"), "xdata");
%! assert(numel(ends), 3); # one line of each color
%! assert(max([ends{:}]), 1.5);
%! assert(numel(findobj(handle, "type", "text", "string", "b")), 1);
%! plotTransforms([0 0 0], quaternion(1, 0, 0, 0), "Parent", handle, "InertialZDirection", "down");
%! assert(get(handle, "zdir"), "reverse");
%! fail("plotTransforms([0 0 0; 1 1 1], ones(3, 4))", "2 translations and 3 rotations");
%! fail("plotTransforms([0 0 0], [1 0 0 0], 'FrameSize', -1)", "length above 0");
%! robot = loadrobot("universalUR5e", "DataFormat", "column");
%! viewer = interactiveRigidBodyTree(robot, "Visible", "off", "Frames", "on");
%! moveJoint(viewer, 2, -1.5);
%! moveJoint(viewer, 5, 0.5);
%! assert(viewer.Configuration, [0 -1.5 0 0 0.5 0]');
%! goal = viewer.MarkerPose;
%! goal(3, 4) -= 0.1;
%! moveMarker(viewer, [tform2trvec(goal), tform2eul(goal)]);
%! assert(getTransform(robot, viewer.Configuration, "tool0"), goal, 1e-6);
%! addConfiguration(viewer);
%! addConfiguration(viewer, zeros(6, 1), 1);
%! assert(viewer.StoredConfigurations, [zeros(6, 1), viewer.Configuration]);
%! removeConfigurations(viewer, 1);
%! assert(columns(viewer.StoredConfigurations), 1);
%! fail("addConfiguration(viewer, zeros(6, 1), 5)", "place from 1 to 2");
%! fail("viewer.Configuration = [1 2];", "expected 6-by-1");
%! figure("visible", "off");
%! at = show(robot, [], "Position", [1 2 0 pi/2], "Frames", "off");
%! reach = getTransform(robot, [], "tool0");
%! x = get(findobj(at, "type", "line"), "xdata");
%! assert(any(abs(x - (1 - reach(2, 4))) < 1e-9));
%! fail("show(robot, [], 'Position', [1 2])", "x y z yaw");
%! close("all");
%! graphics_toolkit(toolkit);

%!function total = integral_of(pp, m)
%!  for k = 1:m
%!    pp = ppder(pp);
%!  end
%!  t = linspace(pp.breaks(1), pp.breaks(end), 40001);
%!  total = trapz(t, ppval(pp, t) .^ 2);
%!endfunction

## least snap, snaps free: derivatives of the third to the sixth order are continuous at free way points, other motions
## have more snap
%!test
%! points = [0 2 1 4; 1 1 0 0];
%! times = [0 1 2.5 3];
%! no_snap = NaN(2, 4);
%! [q, qd, qdd, qddd, qdddd, pp, t, samples] = minsnappolytraj(points, times, 301, SnapBoundaryCondition=no_snap);
%! assert({size(q), size(qdddd), t, samples([1 end])}, {[2 301], [2 301], times, [0 3]});
%! assert(ppval(pp, times), points, 1e-9);
%! for k = 1:3
%!   d = {qd, qdd, qddd}{k};
%!   assert(d(:, [1 end]), zeros(2), 1e-7 * max(abs(d(:))));
%! end
%! assert(qd(:, 2:end - 1), (q(:, 3:end) - q(:, 1:end - 2)) / 0.02, 1e-2);
%! d = ppder(ppder(ppder(pp)));
%! for order = 3:6
%!   left = ppval(d, times(2:3) - 1e-9);
%!   assert(left, ppval(d, times(2:3) + 1e-9), 1e-4 * max(abs(left(:))));
%!   d = ppder(d);
%! end
%! snap = @(pp) sum(ppval(ppder(ppder(ppder(ppder(pp)))), linspace(0, 3, 20001))(:) .^ 2);
%! free = NaN(2, 4);
%! free(:, [1 end]) = 0;
%! for change = [0.1 -0.1]
%!   v = free;
%!   v(1, 2) = ppval(ppder(pp), times(2))(1) + change;
%!   [~, ~, ~, ~, ~, other] = minsnappolytraj(points, times, 2, "VelocityBoundaryCondition", v, ...
%!                                            "SnapBoundaryCondition", no_snap);
%!   assert(snap(other) > snap(pp));
%! end
%!error <expected 1-by-2> minsnappolytraj([0 1], [0 1], 3, "JerkBoundaryCondition", 0)

## without conditions a stretch is the polynomial of degree 7 or 9 that rests up to the jerk or the snap at both ends,
## and several have less of the integral than others whose velocities, accelerations or jerks are given
%!test
%! s = linspace(0, 1, 7);
%! [q, ~, ~, ~, pp] = minjerkpolytraj([0 1], [0 1], 7);
%! assert(q, polyval([-20 70 -84 35 0 0 0 0], s), 1e-12);
%! assert(size(pp.coefs), [1 8]);
%! [q, ~, ~, ~, ~, pp] = minsnappolytraj([0 1], [2 4], 7);
%! assert(q, polyval([70 -315 540 -420 126 0 0 0 0 0], s), 1e-12);
%! assert(size(pp.coefs), [1 10]);
%! points = [0 1 3 2];
%! times = [0 1 2.5 3];
%! names = {"Velocity", "Acceleration", "Jerk", "Snap"};
%! for m = 3:4
%!   motion = {@minjerkpolytraj, @minsnappolytraj}{m - 2};
%!   results = cell(1, m + 2);
%!   [results{:}] = motion(points, times, 5);
%!   pp = results{end};
%!   free = [0 NaN NaN 0];
%!   least = integral_of(pp, m);
%!   d = pp;
%!   for k = 1:m
%!     d = ppder(d);
%!     assert(ppval(d, times([1 end])), [0 0], 1e-6);
%!     left = ppval(d, times(2:3) - 1e-10);
%!     assert(left, ppval(d, times(2:3) + 1e-10), 1e-6 * max(abs(left)));
%!     for change = [-0.2 0.2]
%!       given = free;
%!       given(2) = ppval(d, times(2)) + change;
%!       [results{:}] = motion(points, times, 5, [names{k} "BoundaryCondition"], given);
%!       assert(integral_of(results{end}, m) > least);
%!     end
%!   end
%! end

## fastest motions: a trapezoid for one coordinate, limits that are kept and touched for several
%!test
%! [q, qd, qdd, t] = contopptraj([0 1], [-1 1], [-2 2], "NumSamples", 301);
%! assert(t(end), 1.5, 1e-3);
%! assert(q([1 end]), [0 1], 1e-6);
%! assert(max(qd), 1, 1e-6);
%! assert(max(abs(qdd)), 2, 1e-6);
%! t = nthargout(4, @contopptraj, [0 0.5], [-10 10], [-2 4]); # half the peak in time each way: v^2 (1/8 + 1/4) = 0.5
%! v = sqrt(0.5 / (1 / 8 + 1 / 4));
%! assert(t(end), v / 4 + v / 2, 2e-3);
%! rand("twister", 8);
%! for trial = 1:3
%!   points = 2 * rand(3, 5) - 1;
%!   velocities = [-0.5 - rand(3, 1), 0.5 + rand(3, 1)];
%!   accelerations = [-1 - rand(3, 1), 1 + rand(3, 1)];
%!   [q, qd, qdd, t] = contopptraj(points, velocities, accelerations, "NumSamples", 2001);
%!   assert(q(:, [1 end]), points(:, [1 end]), 1e-4);
%!   assert(qd(:, [1 end]), zeros(3, 2), 1e-3);
%!   assert(all(all(qd < velocities(:, 2) * 1.01 & qd > velocities(:, 1) * 1.01)));
%!   assert(all(all(qdd(:, 2:end-1) < accelerations(:, 2) * 1.005 & qdd(:, 2:end-1) > accelerations(:, 1) * 1.005)));
%!   used = max([qd ./ velocities(:, 2); qd ./ velocities(:, 1); qdd ./ accelerations(:, 2); qdd ./ accelerations(:, ...
%!                                                                                                                1)]);
%!   assert(mean(used > 0.97) > 0.95); # a limit is touched nearly always: nothing is faster
%!   h = t(2);
%!   assert(qd(:, 2:end - 1), (q(:, 3:end) - q(:, 1:end - 2)) / (2 * h), 1e-2);
%!   for point = points
%!     assert(min(sqrt(sum((q - point) .^ 2))) < 2e-3);
%!   end
%! end
%!error <way points 2 and 3 are the same> contopptraj([0 1 1], [-1 1], [-1 1])
%!error <expected 1-by-2 limits> contopptraj([0 1], [1 2], [-1 1])
