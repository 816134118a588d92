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
%!warning <inertia> importrobot("<robot name='x'><link name='a'><inertial><mass value='0'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link></robot>");

## of each kind of warning one is shown, with the number of the others; info has all
%!test
%! link = @(name, I) sprintf(["<link name='%s'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' " ...
%!   "iyz='0' izz='%g'/></inertial></link><joint name='j%s' type='fixed'><parent link='a'/><child link='%s'/></joint>"],
%!   name, I, name, name);
%! text = ["<robot name='x'><link name='a'/>" link("b", 5) link("c", 5) link("d", 1.5) link("e", 5) "<lnk/></robot>"];
%! said = evalc("[~, info] = importrobot(text);");
%! assert(numel(info.Warnings), 4);
%! assert(numel(strfind(said, "warning: ")), 2 + numel(strfind(said, "called from")));
%! assert(numel(strfind(said, "link 'b'")), 1);
%! assert(isempty(strfind(said, "link 'c'")));
%! assert(numel(strfind(said, " (and 2 more of this kind)")), 1);
%! assert(numel(strfind(said, "<lnk>")), 1);
%! info = evalc("importrobot('<robot name=\"x\"><link name=\"a\"/></robot>');");
%! assert(info, "");

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
