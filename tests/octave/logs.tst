## Logs of real arms: drives, payloads, external torques, by the command and the observer.

## Drives and bodies come back from a log of matrices; on rows held out what stays is the noise.
%!test
%! robot = loadrobot("universalUR5e", DataFormat="row", Gravity=[0 0 -9.81]);
%! rand("twister", 1);
%! randn("twister", 1);
%! make = @(n) struct("q", 4*rand(n, 6) - 2, "qd", 2*rand(n, 6) - 1, "qdd", 4*rand(n, 6) - 2);
%! logs = {make(400), make(200)};
%! for k = 1:2
%!   one = logs{k};
%!   logs{k}.tau = inverseDynamics(robot, one.q, one.qd, one.qdd) + 3*one.qd + 0.5 + 0.1*randn(rows(one.q), 6);
%! end
%! [found, report] = identify(robot, logs{1}, "Friction", "offset", "Rotors", false, "HoldOut", logs{2});
%! assert(class(found), "rigidBodyTree");
%! assert([arrayfun(@(d) d.values.damping, report.drives)], 3*ones(6, 1), 0.1);
%! assert([arrayfun(@(d) d.values.offset, report.drives)], 0.5*ones(6, 1), 0.1);
%! assert(report.held_out.residual_rms, 0.1*ones(6, 1), 0.02);
%! assert(found.Gravity, robot.Gravity);
%! set_drives(found, "Damping", true, "Friction", true, "Offsets", true);
%! held = logs{2};
%! assert(std(inverseDynamics(found, held.q, held.qd, held.qdd) - held.tau), 0.1*ones(1, 6), 0.02);
%! told = explain(robot, logs{1}, HoldOut=logs{2});
%! assert(told.joints(6).residual_rms > 1);
%! assert(told.joints(6).held_out.rows, 200);
%! told = explain(found, logs{2});
%! assert([told.joints.residual_rms], 0.1*ones(1, 6), 0.02);
%! robot.DataFormat = "column";
%! turned = structfun(@transpose, logs{1}, "UniformOutput", false);
%! [other, again] = identify(robot, turned, "Friction", "offset", "Rotors", false);
%! assert(again.residual_rms, report.residual_rms, 0.01);
%! assert(other.DataFormat, "column");

## The payload of a log, beside one that the robot carries elsewhere.
%!test
%! robot = loadrobot("universalUR5e", DataFormat="row", Gravity=[0 0 -9.81]);
%! rand("twister", 2);
%! log = struct("q", 4*rand(200, 6) - 2, "qd", 2*rand(200, 6) - 1, "qdd", 4*rand(200, 6) - 2);
%! set_payload(robot, "forearm_link", 1, [0.1 0 0.05]);
%! set_payload(robot, "tool0", 3, [0 0.02 0.1]);
%! log.tau = inverseDynamics(robot, log.q, log.qd, log.qdd);
%! set_payload(robot, "tool0", 0);
%! report = identify_payload(robot, log, "Body", "tool0");
%! assert(report.mass, 3, 1e-6);
%! assert(report.center_of_mass', [0 0.02 0.1], 1e-6);

## A push is found by the command and by the observer, as a torque and as a wrench.
%!test
%! robot = loadrobot("universalUR5e", DataFormat="row", Gravity=[0 0 -9.81]);
%! t = (0:0.01:6)';
%! o = zeros(numel(t), 3);
%! log = struct("t", t, "q", [sin(t) -1+0*t 1+cos(t)/3 o+0.5], "qd", [cos(t) 0*t -sin(t)/3 o]);
%! log.tau = inverseDynamics(robot, log.q, log.qd, [-sin(t) 0*t -cos(t)/3 o]);
%! randn("twister", 3);
%! log.tau += 0.05*randn(size(log.tau));
%! free = log;
%! J = geometricJacobian(robot, log.q(351, :), "tool0");
%! for k = 301:400
%!   log.tau(k, :) -= [0 0 0 0 0 15]*geometricJacobian(robot, log.q(k, :), "tool0");
%! end
%! report = observe(robot, log, "Free", free);
%! assert(numel(report.events), 1);
%! assert(report.events.start, 3, 0.1);
%! assert(numel(observe(robot, free, "Free", free).events), 0);
%! [residual, wrench] = momentum_observer(robot, 30, t, log.q, log.qd, log.tau, "tool0");
%! assert(residual(1, :), zeros(1, 6));
%! assert(mean(wrench(351:390, :)), [0 0 0 0 0 15], 2);
%! assert(size(momentum_observer(robot, 30*ones(1, 6), t, log.q, log.qd, log.tau)), [601 6]);
%! robot.DataFormat = "column";
%! assert(momentum_observer(robot, 30, t, log.q', log.qd', log.tau')', residual, 1e-9);

## Faults name what is wrong and what was expected.
%!test
%! robot = loadrobot("universalUR5e", DataFormat="row", Gravity=[0 0 -9.81]);
%! log = struct("q", zeros(4, 6), "tau", zeros(4, 6));
%! fail("explain(robot, 5)", "a log: expected the name of a file");
%! fail("explain(robot, struct('q', zeros(3, 6), 'tau', zeros(2, 6)))", "for each of 3 states");
%! fail("explain(robot, struct('effort', 1))", "a log has no 'effort'");
%! fail("explain(robot, struct('q', zeros(0, 6), 'tau', zeros(0, 6)))", "one state or more");
%! fail("explain(robot, struct())", "one state or more");
%! log.tau(3, 2) = NaN;
%! fail("explain(robot, log)", "a log: tau: state 3 has a number that is not finite");
%! log.tau(3, 2) = Inf;
%! fail("explain(robot, log)", "a log: tau: state 3 has a number that is not finite");
%! log.tau(3, 2) = 0;
%! fail("explain(robot, '/nowhere/log.csv')", "log.csv");
%! fail("explain(robot, log, 'Effort', 'volts')", "--effort");
%! fail("explain(robot, log, 'Late', false)", "there is no option 'Late'");
%! fail("identify(robot, log)", "qd|determine|torque");
%! fail("momentum_observer(robot, 30, 0:1, zeros(3, 6), zeros(3, 6), zeros(3, 6))", "the times");
%! fail("momentum_observer(robot, -1, 0:2, zeros(3, 6), zeros(3, 6), zeros(3, 6))", "gain");
%! fail("momentum_observer(robot, 30, 0:2, zeros(3, 6), zeros(3, 6), zeros(3, 6), 'nobody')", "nobody");
%! fail("momentum_observer(robot, 30, [0 0 1], zeros(3, 6), zeros(3, 6), zeros(3, 6))", "step");
%! warning("on", "condyle:gravity", "local");
%! still = loadrobot("universalUR5e", DataFormat="row");
%! fail("explain(still, struct('q', rand(9, 6), 'qd', rand(9, 6), 'qdd', rand(9, 6), 'tau', rand(9, 6)))", ...
%!      "warning", "no gravity");
%!error <first> explain()
%!error <first> observe(3)
