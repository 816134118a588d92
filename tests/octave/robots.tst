## Robots: data formats, many states, errors, handles.

%!shared ur5e
%! ur5e = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);

## the options in every form
%!test
%! robot = loadrobot("ur5e","DataFormat","column","Gravity",[0 0 -1]);
%! assert(robot.DataFormat, "column");
%! assert(robot.Gravity, [0 0 -1]);
%! robot = loadrobot("ur5e",dataformat="row");
%! assert(robot.DataFormat, "row");
%! make = @() loadrobot("ur5e","DataFormat","row");
%! assert(make().DataFormat, "row");
%! robot = loadrobot("ur5e");
%! assert(robot.DataFormat, "struct");
%! assert(robot.Gravity, [0 0 0]);
%!error <there is no option 'Grvity'> loadrobot("ur5e",Grvity=[0 0 1])
%!error <expected Name=Value> loadrobot("ur5e",[0 0 1])
%!error <expected one of 'struct', 'row', 'column', not 'rows'> loadrobot("ur5e",DataFormat="rows")
%!error id=condyle:io loadrobot("ur5f")
%!error <did you mean> loadrobot("universalUR5f")
%!error id=condyle:argument loadrobot("ur5e",Gravity=[0 0])
%!error id=condyle:io importrobot("no-such-file.urdf")

## Name=Value in every function with options, behind a list of values too
%!test
%! warning("off", "condyle:robotFile", "local");
%! given = {"DataFormat", "row"};
%! robot = loadrobot("ur5e", given{:}, Gravity=[0 0 -1], FloatingBase=true);
%! assert(robot.DataFormat, "row");
%! assert(robot.Gravity, [0 0 -1]);
%! assert(numel(homeConfiguration(robot)), 13);
%! given = {};
%! assert(loadrobot("ur5e", given{:}, Gravity=[0 0 -2]).Gravity, [0 0 -2]);
%! file = [tempname() ".urdf"];
%! exportrobot(robot, OutputFileName=file);
%! exportrobot(robot, OutputFileName=file, Overwrite=true);
%! assert(importrobot(file, DataFormat="column").DataFormat, "column");
%! delete(file);
%! arm = importrobot(["<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/>" ...
%!   "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>" ...
%!   "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><dynamics damping='2'/></joint></robot>"], ...
%!   DataFormat="row");
%! set_drives(arm, Damping=true);
%! assert(inverseDynamics(arm, 0, 1), 2);
%! assert(trapveltraj([0 1], 3, EndTime=4), trapveltraj([0 1], 3, "EndTime", 4));
%! [~, qd] = trapveltraj([0 1], 3, EndTime=4, AccelTime=1);
%! assert(qd, [0 1 / 3 0], 1e-12);
%! [~, qd] = cubicpolytraj([0 1], [0 1], [0 1], VelocityBoundaryCondition=[3 4]);
%! assert(qd, [3 4], 1e-12);
%! [~, qd] = quinticpolytraj([0 1], [0 1], [0 1], VelocityBoundaryCondition=[3 4]);
%! assert(qd, [3 4], 1e-12);
%! [~, qd] = minjerkpolytraj([0 1], [0 1], 2, VelocityBoundaryCondition=[3 4]);
%! assert(qd, [3 4], 1e-12);
%! stored = storedRobot("ur5e");
%! set_drives(stored, Damping=true);
%! assert(class(stored), "rigidBodyTree");
%!error <expected Name=Value.*object.method> ur5e.set_drives(3)

## only requested text is printed
%!test
%! file = [tempname() ".urdf"];
%! assert(evalc("exportrobot(ur5e, file)"), "");
%! assert(! isempty(strfind(evalc("exportrobot(ur5e)"), "<robot name")));
%! text = exportrobot(ur5e, file, "Overwrite", true);
%! assert(fileread(file), text);
%! delete(file);

## URDF text, and its faults
%!test
%! text = exportrobot(ur5e);
%! robot = importrobot(text,DataFormat="row",Gravity=[0 0 -9.81]);
%! q = randomConfiguration(ur5e);
%! assert(inverseDynamics(robot, q), inverseDynamics(ur5e, q));
%! file = [tempname() ".urdf"];
%! exportrobot(robot, file);
%! robot = importrobot(file);
%! assert(robot.NumBodies, 10);
%! fail("exportrobot(robot, file)", "exists");
%! exportrobot(robot, "OutputFileName", file, "Overwrite", true);
%! delete(file);
%!error <1: > importrobot("<robot name='x'><link/></robot>")
%!error id=condyle:robot importrobot("<robot name='x'><link/></robot>")
%!test # the warning is looked for in what is printed: others of Octave's may come after it
%! said = evalc(["importrobot(\"<robot name='x'><link name='a'><inertial><mass value='0'/><inertia ixx='1' ixy='0' " ...
%!   "ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link></robot>\");"]);
%! assert(! isempty(regexp(said, "warning: text:1: [^\n]*inertia")), "importrobot printed: %s", said);

## of each kind of warning one is shown, with the number of the others; info has all
%!test
%! link = @(name, I) sprintf(["<link name='%s'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' " ...
%!   "iyz='0' izz='%g'/></inertial></link><joint name='j%s' type='fixed'><parent link='a'/><child link='%s'/></joint>"],
%!   name, I, name, name);
%! text = ["<robot name='x'><link name='a'/>" link("b", 5) link("c", 5) link("d", 1.5) link("e", 5) "<lnk/></robot>"];
%! said = evalc("[~, info] = importrobot(text);");
%! assert(numel(info.Warnings), 4);
%! assert(numel(strfind(said, "warning: text:1: ")) == 2, "importrobot printed: %s", said);
%! assert(numel(strfind(said, "link 'b'")), 1);
%! assert(isempty(strfind(said, "link 'c'")));
%! assert(numel(strfind(said, " (and 2 more of this kind)")), 1);
%! assert(numel(strfind(said, "<lnk>")), 1);
%! info = evalc("importrobot('<robot name=\"x\"><link name=\"a\"/></robot>');");
%! assert(info, "");

## robots by the names of MATLAB's loadrobot, in any case, with its names of bodies
%!test
%! warning("off", "condyle:robotFile", "local");
%! ends = {"puma560", 6, "link7"; "universalUR3", 6, "ee_link"; "universalUR5", 6, "tool0"; "universalUR10", 6, ...
%!         "ee_link"
%!         "abbIrb120", 6, "tool0"; "abbIrb120T", 6, "tool0"; "abbIrb1600", 6, "tool0"; "fanucLRMate200ib", 6, "tool0"
%!         "fanucM16ib", 6, "tool0"; "techmanTM5-700", 6, "tool0"
%!         "yaskawaMotomanMH5", 6, "tool0"; "kinovaJacoJ2N6S300", 9, "j2n6s300_end_effector"
%!         "kinovaJacoJ2S7S300", 10, "j2s7s300_end_effector"; "robotisOpenManipulator", 6, "end_effector_link"
%!         "robotiq2F85", 6, "left_inner_finger_pad"; "kinovaJacoJ2N6S200", 8, "j2n6s200_end_effector"
%!         "kinovaJacoJ2N7S300", 10, "j2n7s300_end_effector"; "kinovaJacoJ2S6S300", 9, "j2s6s300_end_effector"
%!         "kinovaMicoM1N4S200", 6, "m1n4s200_end_effector"; "kinovaMicoM1N6S200", 8, "m1n6s200_end_effector"
%!         "kinovaMicoM1N6S300", 9, "m1n6s300_end_effector"; "meca500r3", 6, "meca_axis_6_link"
%!         "abbYuMi", 18, "gripper_l_base"; "atlas", 30, "l_hand"; "clearpathHusky", 4, "front_left_wheel_link"
%!         "clearpathJackal", 4, "front_left_wheel_link"; "robotisTurtleBot3Burger", 2, "base_scan"
%!         "robotisTurtleBot3Waffle", 2, "camera_link"; "quanserQBot2e", 3, "kinect"; "quanserQCar", 7, "wheelfl"
%!         "amrPioneer3DX", 2, "left_wheel"; "amrPioneer3AT", 4, "p3at_front_left_wheel"; "amrPioneerLX", 2, "deck"
%!         "clearpathTurtleBot2", 2, "camera_rgb_frame"; "robotisTurtleBot3WafflePi", 2, "camera_link"
%!         "robotisTurtleBot3WaffleForOpenManipulator", 2, "camera_link"; "robotisOP2", 24, "MP_HEAD"
%!         "robotisTurtleBot3WafflePiForOpenManipulator", 2, "camera_link"; "kinovaMovo", 29, "left_ee_link"
%!         "kinovaJacoTwoArmExample", 18, "right_end_effector"; "valkyrie", 30, "leftPalm"
%!         "willowgaragePR2", 45, "l_wrist_roll_link"
%!         "quanserQArm", 4, "END-EFFECTOR"; "rethinkSawyer", 8, "right_l6"; "rethinkBaxter", 15, "left_gripper"};
%! for i = 1:size(ends, 1)
%!   robot = loadrobot(upper(ends{i, 1}), DataFormat="row");
%!   assert(numel(homeConfiguration(robot)), ends{i, 2});
%!   assert(size(getTransform(robot, homeConfiguration(robot), ends{i, 3})), [4 4]);
%! end
%! puma = loadrobot("puma560", DataFormat="row", Gravity=[0 0 -9.81]);
%! assert(gravityTorque(puma, [0 0 pi 0 0 0]), [0 37.4837 0.2489 0 0 0], 5e-5);
%! assert(tform2trvec(getTransform(puma, [0 pi/2 pi/2 0 0 0], "link6")), [0.0203 -0.1501 0.6718+0.4318+0.4331], 1e-12);
%!test
%! robot = loadrobot("kinovaGen3", DataFormat="row");
%! assert(robot.BodyNames, {"Shoulder_Link", "HalfArm1_Link", "HalfArm2_Link", "ForeArm_Link", "Wrist1_Link", ...
%!                          "Wrist2_Link", "Bracelet_Link", "EndEffector_Link"});
%! assert(cellfun(@(body) body.Joint.Name, robot.Bodies, "UniformOutput", false), ...
%!        {"Actuator1", "Actuator2", "Actuator3", "Actuator4", "Actuator5", "Actuator6", "Actuator7", "Endeffector"});
%! assert(sum(cellfun(@(body) body.Mass, robot.Bodies)) > 5);
%! assert(importrobot("kinovaGen3.urdf").BodyNames, robot.BodyNames);
%! said = evalc("loadrobot('abbIrb1600');");
%! assert(! isempty(strfind(said, "no link that moves has a mass")), "loadrobot printed: %s", said);

## struct, row and column
%!test
%! robot = loadrobot("ur5e");
%! q = homeConfiguration(robot);
%! assert(size(q), [1 6]);
%! assert(q(2).JointName, "shoulder_lift_joint");
%! q(2).JointPosition = -1.5;
%! T = getTransform(robot, q, "tool0");
%! assert(T, getTransform(ur5e, [0 -1.5 0 0 0 0], "tool0"));
%! assert(getTransform(robot, q([2 1 3:6]), "tool0"), T);
%! assert(getTransform(ur5e, q, "tool0"), T);
%! assert(geometricJacobian(robot, q, "tool0"), geometricJacobian(ur5e, [0 -1.5 0 0 0 0], "tool0"));
%! fail("inverseDynamics(robot)", "DataFormat");
%! fail("getTransform(robot, q(1:5), 'tool0')", "'wrist_3_joint' is missing");
%! fail("getTransform(robot, q([1 1 2:6]), 'tool0')", "twice");
%! q(1).JointName = "shoulder";
%! fail("getTransform(robot, q, 'tool0')", "no moving joint 'shoulder'|no joint");
%! robot.DataFormat = "column";
%! assert(size(homeConfiguration(robot)), [6 1]);
%! assert(size(randomConfiguration(robot)), [6 1]);
%! assert(size(inverseDynamics(robot)), [6 1]);
%!error id=condyle:dataFormat inverseDynamics(loadrobot("ur5e"))
%!error <1-by-3; expected 1-by-6> inverseDynamics(ur5e, [1 2 3])
%!error <6-by-1; expected 1-by-6> inverseDynamics(ur5e, zeros(6, 1))
%!error <not cell> inverseDynamics(ur5e, {})
%!error <complex> inverseDynamics(ur5e, 1i * ones(1, 6))
%!error <not finite> inverseDynamics(ur5e, [NaN 0 0 0 0 0])
%!error <too many> inverseDynamics(ur5e, [], [], [], [], [])
%!error <did you mean 'tool0'> getTransform(ur5e, [], "tol0")
%!error <6-by-5> inverseDynamics(ur5e, [], [], [], zeros(6, 5))
%!error <expected a rigidBodyTree> inverseDynamics(5)

## other classes of numbers
%!test
%! q = [0 -1 1 0 0 0];
%! assert(gravityTorque(ur5e, single(q)), gravityTorque(ur5e, q));
%! assert(gravityTorque(ur5e, int8(q)), gravityTorque(ur5e, q));
%! assert(gravityTorque(ur5e, sparse(q)), gravityTorque(ur5e, q));
%! assert(gravityTorque(ur5e, 1:6), gravityTorque(ur5e, [1 2 3 4 5 6]));

## many states of every quantity, compared with one state after another
%!test
%! calls = {
%!   @(r, q, v, a, f) inverseDynamics(r, q, v, a), @(r, q, v, a, f) inverseDynamics(r, q, v, a, f)
%!   @(r, q, v, a, f) forwardDynamics(r, q, v, a, f), @(r, q, v, a, f) forwardDynamics(r, q, [], a)
%!   @(r, q, v, a, f) massMatrix(r, q), @(r, q, v, a, f) velocityProduct(r, q, v)
%!   @(r, q, v, a, f) gravityTorque(r, q), @(r, q, v, a, f) getTransform(r, q, "tool0", "forearm_link")
%!   @(r, q, v, a, f) geometricJacobian(r, q, "tool0"), @(r, q, v, a, f) joint_reactions(r, q, v, a)
%!   @(r, q, v, a, f) jacobian_dot(r, "tool0", q, v), @(r, q, v, a, f) frame_velocity(r, "tool0", q, v, "body")
%!   @(r, q, v, a, f) energy(r, q, v), @(r, q, v, a, f) centroidal_momentum(r, q, v, a)
%!   @(r, q, v, a, f) forward_kinematics(r, q), @(r, q, v, a, f) jacobian_derivative(r, "tool0", q)
%!   @(r, q, v, a, f) inverse_dynamics_derivatives(r, q, v, a), @(r, q, v, a, f) regressor(r, q, v, a)
%!   @(r, q, v, a, f) transform_derivative(r, "tool0", q), @(r, q, v, a, f) coriolis_matrix(r, q, v)
%!   @(r, q, v, a, f) externalForce(r, "tool0", v, q), @(r, q, v, a, f) frame_acceleration(r, "tool0", q, v, a)}';
%! rand("twister", 1);
%! count = 101;
%! q = rand(count, 6);
%! v = rand(count, 6);
%! a = rand(count, 6);
%! f = rand(6, 6);
%! column = copy(ur5e);
%! column.DataFormat = "column";
%! for call = calls(:)'
%!   many = call{1}(ur5e, q, v, a, f);
%!   columns = call{1}(column, q', v', a', f');
%!   for i = [1 2 8 9 100 101]
%!     one = call{1}(ur5e, q(i, :), v(i, :), a(i, :), f);
%!     if ndims(many) == 2
%!       assert(many(i, :), one, 1e-12 * max(1, norm(one)));
%!       assert(columns(:, i)', one, 1e-12 * max(1, norm(one)));
%!     elseif ndims(many) == 3
%!       assert(many(:, :, i), one, 1e-12 * max(1, norm(one)));
%!       other = call{1}(column, q(i, :)', v(i, :)', a(i, :)', f');
%!       assert(columns(:, :, i), other, 1e-12 * max(1, norm(one)));
%!     else
%!       assert(many(:, :, :, i), one, 1e-12 * max(1, max(abs(one(:)))));
%!       assert(columns(:, :, :, i), one, 1e-12 * max(1, max(abs(one(:)))));
%!     end
%!   end
%! end

## one state for all, pages of forces, no states
%!test
%! q = rand(20, 6);
%! qd = [1 2 3 4 5 6];
%! tau = inverseDynamics(ur5e, q, qd);
%! assert(tau(7, :), inverseDynamics(ur5e, q(7, :), qd), 1e-12);
%! f = rand(6, 6, 20);
%! tau = inverseDynamics(ur5e, [], [], [], f);
%! assert(tau(20, :), inverseDynamics(ur5e, [], [], [], f(:, :, 20)), 1e-11);
%! [com, J] = centerOfMass(ur5e, q);
%! [one, J1] = centerOfMass(ur5e, q(4, :));
%! assert(com(4, :)', one, 1e-12);
%! assert(J(:, :, 4), J1, 1e-12);
%! assert(size(one), [3 1]);
%! assert(inverseDynamics(ur5e, zeros(0, 6)), zeros(0, 6));
%! assert(size(massMatrix(ur5e, zeros(0, 6))), [6 6 0]);
%!error <has 3 states> inverseDynamics(ur5e, zeros(2, 6), zeros(3, 6))
%!error <row 500: the configuration> inverseDynamics(ur5e, [zeros(499, 6); NaN(1, 6); zeros(20, 6)])

## the center of mass's velocity is J qd
%!test
%! q = [0.1 -1 1 0.3 0.2 0];
%! qd = [1 -2 3 1 0 2];
%! [com, J] = centerOfMass(ur5e, q);
%! h = 1e-6;
%! assert(J * qd', (centerOfMass(ur5e, q + h * qd) - centerOfMass(ur5e, q - h * qd)) / (2 * h), 1e-8);
%! assert(massMatrix(ur5e, q) * qd' + velocityProduct(ur5e, q, qd)' + gravityTorque(ur5e, q)', ...
%!        inverseDynamics(ur5e, q, qd, qd)', 1e-11);
%! assert(forwardDynamics(ur5e, q, qd, inverseDynamics(ur5e, q, qd, qd)), qd, 1e-9);
%! for method = {"auto", "aba", "mass-matrix"}
%!   assert(forwardDynamics(ur5e, q, qd, qd, [], method{1}), forwardDynamics(ur5e, q, qd, qd), 1e-9);
%! end
%!error <expected one of 'auto', 'aba'> forwardDynamics(ur5e, [], [], [], [], "best")

## handles: the same robot under two names, copies, robots that are gone
%!test
%! a = loadrobot("ur5e",DataFormat="row");
%! b = a;
%! c = copy(a);
%! b.Gravity = [0 0 -1];
%! assert(a.Gravity, [0 0 -1]);
%! assert(c.Gravity, [0 0 0]);
%! delete(b);
%! try
%!   homeConfiguration(a);
%!   error("a robot that is gone was found");
%! catch failure
%!   assert(failure.identifier, "condyle:staleHandle");
%! end
%! clear a b
%! d = loadrobot("ur5e",DataFormat="row");
%! assert(size(homeConfiguration(d)), [1 6]);
%! assert(size(homeConfiguration(c)), [1 6]);
%!error id=condyle:staleHandle condyle("home", uint64(7))
%!error id=condyle:staleHandle condyle("home", 7)
%!error id=condyle:argument condyle("hom", 7)
%!error id=condyle:argument condyle(7)
%!error id=condyle:argument condyle("home")

## handles of the same robot, body and joint are equal
%!test
%! a = loadrobot("ur5e");
%! b = a;
%! c = copy(a);
%! assert(a == b && isequal(a, b) && isequal(a, b, a) && ! (a != b));
%! assert(a != c && ! isequal(a, c) && ! isequal(a, b, c) && ! (a == c) && ! (a == 3) && ! isequal(a, 3));
%! body = getBody(a, "tool0");
%! assert(body == a.Bodies{10} && isequal(body, b.Bodies{10}) && body != a.Bodies{9} && body != c.Bodies{10});
%! assert(body.Joint == a.Bodies{10}.Joint && isequal(body.Joint, body.Joint) && body.Joint != c.Bodies{10}.Joint);
%! assert(body != body.Joint);

## clear all keeps robots that other variables hold
%!function robot = hold_over_clear()
%!  robot = loadrobot("ur5e",DataFormat="row");
%!  evalin("base", "clear all");
%!  clear -functions
%!endfunction
%!test
%! robot = hold_over_clear();
%! assert(size(homeConfiguration(robot)), [1 6]);

## many robots are made and freed
%!test
%! for i = 1:200
%!   kept{mod(i, 7) + 1} = loadrobot("ur5e",DataFormat="row");
%! end
%! for i = 1:7
%!   assert(size(homeConfiguration(kept{i})), [1 6]);
%! end

## a xacro file finds the packages that it is given, each by its name, and takes arguments
%!test
%! folder = tempname();
%! mkdir(folder);
%! unwind_protect
%!   file = fopen(fullfile(folder, "part.xacro"), "w");
%!   fprintf(file, ["<robot xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:property name='m' value='3'/></robot>"]);
%!   fclose(file);
%!   text = ["<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:include " ...
%!     "filename='$(find given)/part.xacro'/><link name='a'/><link name='b'><inertial><mass value='${2 * m}'/>" ...
%!     "<inertia ixx='.02' iyy='.02' izz='.02' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' " ...
%!     "type='continuous'><parent link='a'/><child link='b'/></joint></robot>"];
%!   file = fopen(fullfile(folder, "r.xacro"), "w");
%!   fputs(file, text);
%!   fclose(file);
%!   arm = importrobot(fullfile(folder, "r.xacro"), "Packages", {["given=" folder]});
%!   assert(arm.Bodies{1}.Mass, 6);
%! unwind_protect_cleanup
%!   confirm_recursive_rmdir(false, "local");
%!   rmdir(folder, "s");
%! end_unwind_protect
