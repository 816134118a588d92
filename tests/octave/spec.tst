## The documented examples: their lines as they stand, and every printed number.  The lines are the project's own copy.

%!function check(printed, name, expected)
%!  ## how a vector is displayed is Octave's own: the numbers alone, to the printed digits
%!  assert(strncmp(printed, [name " ="], numel(name) + 2));
%!  numbers = sscanf(regexprep(printed, {'Columns?.*?:', '^.*?='}, ""), "%f")';
%!  assert(numbers, expected, 5.1e-5 + abs(expected) * 5.1e-5);
%!endfunction

## externalForce, forwardDynamics: accelerations under a wrench and gravity
%!test
%! kukaIIWA14 = loadrobot("kukaIiwa14",DataFormat="row",Gravity=[0 0 -9.81]);
%! q = homeConfiguration(kukaIIWA14);
%! wrench = [0 0 0.5 0 0 0.3];
%! fext = externalForce(kukaIIWA14,"iiwa_link_ee_kuka",wrench,q);
%! printed = evalc("qddot = forwardDynamics(kukaIIWA14,q,[],[],fext)");
%! expected = [-0.0023   -0.0112    0.0036   -0.0212    0.0067   -0.0075  499.9920];
%! check(printed, "qddot", expected);
%! assert(qddot, expected, 5.1e-5);
%! assert(size(qddot), [1 7]);

## externalForce, inverseDynamics: the table to the byte, torques against two wrenches
%!test
%! printed = evalc(['manipulator = loadrobot("universalUR5e", DataFormat="row", Gravity=[0 0 -9.81]);' "\n" ...
%!                  'showdetails(manipulator)']);
%! table = {
%! "--------------------"
%! "Robot: (10 bodies)"
%! ""
%! " Idx                Body Name                         Joint Name                         Joint Type                Parent Name(Idx)   Children Name(s)"
%! " ---                ---------                         ----------                         ----------                ----------------   ----------------"
%! "   1                     base         base_link-base_fixed_joint                              fixed                    base_link(0)   "
%! "   2        base_link_inertia        base_link-base_link_inertia                              fixed                    base_link(0)   shoulder_link(3)  "
%! "   3            shoulder_link                 shoulder_pan_joint                           revolute            base_link_inertia(2)   upper_arm_link(4)  "
%! "   4           upper_arm_link                shoulder_lift_joint                           revolute                shoulder_link(3)   forearm_link(5)  "
%! "   5             forearm_link                        elbow_joint                           revolute               upper_arm_link(4)   wrist_1_link(6)  "
%! "   6             wrist_1_link                      wrist_1_joint                           revolute                 forearm_link(5)   wrist_2_link(7)  "
%! "   7             wrist_2_link                      wrist_2_joint                           revolute                 wrist_1_link(6)   wrist_3_link(8)  "
%! "   8             wrist_3_link                      wrist_3_joint                           revolute                 wrist_2_link(7)   flange(9)  "
%! "   9                   flange                     wrist_3-flange                              fixed                 wrist_3_link(8)   tool0(10)  "
%! "  10                    tool0                       flange-tool0                              fixed                       flange(9)   "
%! "--------------------"
%! ""};
%! assert(printed, strjoin(table', "\n"));
%! q = homeConfiguration(manipulator);
%! fext1 = externalForce(manipulator,"shoulder_link",[0 0 0.0 0.1 0 0]);
%! fext2 = externalForce(manipulator,"tool0",[0 0 0.0 0.1 0 0],q);
%! printed = evalc("tau = inverseDynamics(manipulator,q,[],[],fext1+fext2)");
%! expected = [-0.0233  -52.4189  -14.4896   -0.0100    0.0100   -0.0000];
%! check(printed, "tau", expected);
%! assert(tau, expected, 5.1e-5);
%! assert(size(tau), [1 6]);

## inverseDynamics: static torques at a random configuration
%!test
%! robot = loadrobot("omronEcobra600", DataFormat="row", Gravity=[0 0 -9.81]);
%! q = randomConfiguration(robot);
%! printed = evalc("tau = inverseDynamics(robot,q)");
%! check(printed, "tau", [0.0000 0.0000 -19.6200 0]);
%! assert(tau, [0 0 -19.62 0], 1e-9);

## the notes on code generation
%!test
%! robot = rigidBodyTree("MaxNumBodies",15,"DataFormat","row");
%! assert(robot.NumBodies, 0);
%! assert(robot.DataFormat, "row");

## externalForce of an older version, with exampleRobots.mat
%!test
%! warning("off", "Octave:data-file-in-path", "local");
%! load exampleRobots.mat lbr
%! lbr.DataFormat = 'row';
%! lbr.Gravity = [0 0 -9.81];
%! q = homeConfiguration(lbr);
%! wrench = [0 0 0.5 0 0 0.3];
%! fext = externalForce(lbr,'tool0',wrench,q);
%! qddot = forwardDynamics(lbr,q,[],[],fext);
%! assert(class(lbr), "rigidBodyTree");
%! assert(fext(7,:), [0 0 0.5 0 0 0.3], 1e-9);
%! M = massMatrix(lbr, q);
%! J = geometricJacobian(lbr, q, "tool0");
%! assert(qddot', M \ (J' * wrench' - gravityTorque(lbr, q)'), 1e-6 * norm(qddot));

%!test
%! warning("off", "Octave:data-file-in-path", "local");
%! load exampleRobots.mat lbr
%! lbr.DataFormat = 'row';
%! lbr.Gravity = [0 0 -9.81];
%! q = homeConfiguration(lbr);
%! fext1 = externalForce(lbr,'link_1',[0 0 0.0 0.1 0 0]);
%! fext2 = externalForce(lbr,'tool0',[0 0 0.0 0.1 0 0],q);
%! tau = inverseDynamics(lbr,q,[],[],fext1+fext2);
%! J = geometricJacobian(lbr, q, "tool0");
%! assert(tau', gravityTorque(lbr, q)' - J' * [0 0 0 0.1 0 0]' - fext1(1, 3) * [1 0 0 0 0 0 0]', 1e-9);

## the syntaxes of the pages, and [] for each default
%!test
%! robot = loadrobot("kukaIiwa14",DataFormat="column",Gravity=[0 0 -9.81]);
%! q = homeConfiguration(robot);
%! assert(size(q), [7 1]);
%! assert(forwardDynamics(robot), forwardDynamics(robot, q, zeros(7,1), zeros(7,1), zeros(6,7)));
%! assert(forwardDynamics(robot, q), forwardDynamics(robot, [], []));
%! assert(inverseDynamics(robot), inverseDynamics(robot, [], [], [], []));
%! assert(inverseDynamics(robot, q, 0 * q), inverseDynamics(robot, q, [], 0 * q));
%! assert(size(externalForce(robot, "iiwa_link_ee_kuka", [0 0 0.5 0 0 0.3], q)), [6 7]);
%! assert(robot.forwardDynamics(q), forwardDynamics(robot, q));

## forward dynamics of open chains: the mass matrix and the rest by n + 1 calls of inverse dynamics, then M qdd = tau -
## h
%!test
%! robot = loadrobot("universalUR5e", DataFormat="row", Gravity=[0 0 -9.81]);
%! still = loadrobot("universalUR5e", DataFormat="row");
%! q = [0.3 -1 0.7 0.2 -0.5 1];
%! qd = [0.1 -0.4 0.3 0.9 -0.2 0.5];
%! tau = [3 -60 -20 1 0.5 -0.2];
%! Ftip = externalForce(robot, "tool0", [0.1 -0.3 0.2 5 -4 3], q);
%! h = inverseDynamics(robot, q, qd, [], Ftip);
%! M = zeros(6);
%! for i = 1:6
%!   qdd = zeros(1, 6);
%!   qdd(i) = 1;
%!   M(:, i) = inverseDynamics(still, q, [], qdd)';
%! end
%! assert(M, massMatrix(robot, q), 1e-12);
%! assert(M \ (tau - h)', forwardDynamics(robot, q, qd, tau, Ftip)', 1e-8);

## and its simulation: without friction and torques the energy stays
%!test
%! robot = loadrobot("universalUR5e", DataFormat="row", Gravity=[0 0 -9.81]);
%! thetalist = zeros(1, 6);
%! dthetalist = zeros(1, 6);
%! [kinetic, potential] = energy(robot, thetalist, dthetalist);
%! before = kinetic + potential;
%! dt = 1e-3;
%! for step = 1:200
%!   middle = dthetalist + dt / 2 * forwardDynamics(robot, thetalist, dthetalist, zeros(1, 6));
%!   half = thetalist + dt / 2 * dthetalist;
%!   thetalist += dt * middle;
%!   dthetalist += dt * forwardDynamics(robot, half, middle, zeros(1, 6));
%! end
%! [kinetic, potential] = energy(robot, thetalist, dthetalist);
%! assert(kinetic > 1);
%! assert(kinetic + potential, before, 1e-2 * kinetic);
