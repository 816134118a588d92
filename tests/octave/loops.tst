## Mechanisms with closed loops.

%!function [robot, bars] = parallelogram(form)
%!  ## a and c turn about y at the ground, b on a; b's far end is tied to c's
%!  mass = "<inertial pos='.1 0 0' mass='1' diaginertia='1 1 1'/>";
%!  text = ["<mujoco><worldbody><body name='a'><joint name='j' axis='0 1 0'/>", mass, "<body name='b' pos='.3 0 0'>", ...
%!          "<joint name='k' axis='0 1 0'/>", mass, "</body></body><body name='c' pos='0 0 .2'>", ...
%!          "<joint name='l' axis='0 1 0'/>", mass, "</body></worldbody><equality>", ...
%!          "<connect body1='b' body2='c' anchor='0 0 .2'/></equality></mujoco>"];
%!  warning("off", "condyle:robotFile", "local");
%!  robot = importrobot(text);
%!  robot.DataFormat = form;
%!  robot.Gravity = [0 0 -9.81];
%!  bars = mechanism(robot, [], "j");
%!endfunction
%!function arm = held_arm(form)
%!  robot = loadrobot("universalUR5e", "DataFormat", form, "Gravity", [0 0 -9.81]);
%!  loop = closed_loop("tool0", robot.BaseName, "ball", eye(4), trvec2tform([0.4 0.2 0.3]));
%!  arm = mechanism(robot, loop, {"shoulder_pan_joint", "elbow_joint", "wrist_3_joint"}, [0 -1.5 1.5 0 0 0]);
%!endfunction

## the loop of a file, and the equation of motion of a parallelogram by hand: b only slides, on a circle of 0.3 m
%!test
%! [robot, bars] = parallelogram("row");
%! loop = loops(robot);
%! assert({loop.Body, loop.Other}, {"b", "c"});
%! assert(loop.Rows, logical([0 0 0 1 1 1]));
%! assert(loop.InBody(1:3, 4), [0; 0; 0.2], 1e-15);
%! assert(loop.InOther(1:3, 4), [0.3; 0; 0], 1e-15);
%! assert(bars.Joints, {"j"});
%! assert(bars.Coordinates, 1);
%! angles = [0.1; 0.4; -0.7];
%! [q, gaps, restarts] = assemble(bars, angles .* [1 -0.9 1.1]);
%! assert(q, angles .* [1 -1 1], 1e-11);
%! assert(max(gaps(:)) < 1e-12 && ! any(restarts));
%! [qd, qdd] = motion(bars, q, [1; 2; 3], [4; 5; 6]);
%! assert(qd, [1; 2; 3] .* [1 -1 1], 1e-10);
%! assert(qdd, [4; 5; 6] .* [1 -1 1], 1e-10);
%! [G, M, product, gravity] = terms(bars, q, [1; 2; 3]);
%! assert(size(G), [3 1 3]);
%! assert(squeeze(G)', repmat([1 -1 1], 3, 1), 1e-10);
%! mass = 2 * (1 + 0.1 ^ 2) + 0.3 ^ 2;
%! assert(squeeze(M), mass * ones(3, 1), 1e-10);
%! assert(product, zeros(3, 1), 1e-10);
%! assert(gravity, -9.81 * 0.5 * cos(angles), 1e-10);
%! [tau, forces] = inverse_dynamics(bars, q, [1; 2; 3], [4; 5; 6]);
%! assert(tau, [mass * [4; 5; 6] - 9.81 * 0.5 * cos(angles), zeros(3, 2)], 1e-10);
%! assert(size(forces), [3 3]);
%! assert(forward_dynamics(bars, q, [1; 2; 3], tau), [4; 5; 6], 1e-10);
%! [by_q, by_u, by_du] = derivatives(bars, q, [1; 2; 3], [4; 5; 6]);
%! assert(size(by_q), [3 1 3]);
%! assert(squeeze(by_q)', [9.81 * 0.5 * sin(angles), zeros(3, 2)], 1e-9);
%! assert(squeeze(by_u)', zeros(3), 1e-9);
%! assert(squeeze(by_du)', [mass * ones(3, 1), zeros(3, 2)], 1e-9);

## a step keeps the loop and the energy
%!test
%! [robot, bars] = parallelogram("row");
%! q = bars.Configuration;
%! qd = [2 -2 2];
%! [kinetic, potential] = energy(robot, q, qd);
%! for i = 1:50
%!   [q, qd] = step(bars, q, qd, 2e-3);
%! end
%! assert(q, q(1) * [1 -1 1], 1e-11);
%! assert(q(1) > 0.15);
%! [k, p] = energy(robot, q, qd);
%! assert(k + p, kinetic + potential, 1e-8);

## forms of vectors, forces on bodies, joints that are held
%!test
%! rows_ = held_arm("row");
%! columns_ = held_arm("column");
%! assert(columns_.Configuration', rows_.Configuration, 1e-14);
%! q = assemble(rows_, rows_.Configuration + [0 0 0.01 0 0 0; 0.02 0 0 0 0 0.3]);
%! u = [0.1 0.2 0.3; -0.2 0.4 0.1];
%! assert(assemble(columns_, q')', q, 1e-12);
%! [tau, forces] = inverse_dynamics(rows_, q, u, 2 * u);
%! [tau_, forces_] = inverse_dynamics(columns_, q', u', 2 * u');
%! assert(tau_', tau, 1e-9);
%! assert(forces_', forces, 1e-9);
%! assert(tau(:, [2 4 5]), zeros(2, 3));
%! [G, M, product, gravity] = terms(rows_, q, u);
%! [G_, M_] = terms(columns_, q', u');
%! assert({G_, M_}, {G, M}, 1e-12);
%! for i = 1:2
%!   driven = M(:, :, i) * 2 * u(i, :)' + product(i, :)' + gravity(i, :)';
%!   assert(G(:, :, i)' * tau(i, :)', driven, 1e-10);
%! end
%! fext = externalForce(rows_.Robot, "forearm_link", [0 0 0 10 5 -3], q(1, :));
%! pushed = inverse_dynamics(rows_, q(1, :), [], [], fext);
%! J = geometricJacobian(rows_.Robot, q(1, :), "forearm_link");
%! T = getTransform(rows_.Robot, q(1, :), "forearm_link");
%! moved = inverse_dynamics(rows_, q(1, :)) - pushed;
%! assert(G(:, :, 1)' * moved', (J(4:6, :) * G(:, :, 1))' * T(1:3, 1:3) * [10; 5; -3], 1e-9);
%! assert(inverse_dynamics(columns_, q(1, :)', [], [], fext')', pushed, 1e-9);
%! held = assemble(rows_, rows_.Configuration + [0 0 0.01 0 0 0], "elbow_joint");
%! assert(held(3), rows_.Configuration(3) + 0.01, 1e-15);

%!test
%! [robot, bars] = parallelogram("row");
%! fail("mechanism()", "mechanism.robot");
%! fail("mechanism(3)", "a rigidBodyTree");
%! fail("mechanism(robot, 7)", "structs of closed_loop");
%! fail("mechanism(robot, [], 'nobody')", "nobody");
%! fail("mechanism(robot, [], 3)", "names of the joints with drives, a cell array, not a double");
%! fail("mechanism(robot, [], {1, 2})", "names of the joints with drives, a cell array, not a cell");
%! fail("mechanism(robot, closed_loop('b', 'nobody'))", "nobody");
%! [q, gaps] = assemble(bars, zeros(0, 3));
%! assert(size(q), [0 3]);
%! assert(size(gaps), [0 2]);
%! assert(size(assemble(bars, [])), [1 3]);
%! fail("mechanism(robot, closed_loop('b', 'world', 'ball', eye(4), trvec2tform([9 9 9])))", "cannot be closed");
%! fail("assemble(bars, [0 0])", "is 1-by-2; expected 3 numbers, a row for each state");
%! fail("motion(bars, zeros(3), [1; 2])", "2 states, beside 3");
%! fail("motion(bars, [0.1 -0.1 0.1], NaN)", "not finite");
%! fail("motion(bars, [0.1 0 0.1])", "is open at the configuration");
%! fail("step(bars, [0 0 0])", "step.mechanism");
%! fail("closed_loop('a')", "closed_loop.body");
%! fail("closed_loop('a', 'b', 'hinge')", "not 'hinge'");
%! fail("closed_loop('a', 'b', [0 0])", "six flags");
%! fail("loops(3)", "a rigidBodyTree");
%! fail("condyle('mechanism', robot, {'b', 'c', 0, zeros(1, 6), zeros(1, 6)}, {}, {}, [], 'assemble', 0)", "rows of a loop");
%! fail("condyle('mechanism', robot, {'b'}, {}, {}, [], 'assemble', 0)", "5 columns");
%! fail("condyle('mechanism', robot, {}, 9, {}, [], 'assemble', 0)", "no degree of freedom 9");
%! fail("condyle('mechanism', robot, {}, {}, {}, [], 'motion', 0)", "no independent coordinates");
