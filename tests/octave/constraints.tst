## generalizedInverseKinematics and its constraints.

%!function robot = planar(lengths)
%!  ## links that turn about z, each LENGTHS long
%!  robot = rigidBodyTree("DataFormat", "row");
%!  parent = "base";
%!  for k = 1:numel(lengths)
%!    body = rigidBody(sprintf("l%d", k));
%!    body.Joint = rigidBodyJoint(sprintf("j%d", k), "revolute");
%!    setFixedTransform(body.Joint, [lengths(k) 0 0 0], "dh");
%!    addBody(robot, body, parent);
%!    parent = body.Name;
%!  end
%!endfunction
%!function all = every_constraint(robot)
%!  T = [eul2rotm([0.4 -0.7 1.1]), [0.3; 0.2; 0.5]; 0 0 0 1];
%!  S = [eul2rotm([-0.2 0.3 0.6]), [0.1; -0.2; 0.05]; 0 0 0 1];
%!  all = {};
%!  for reference = {"", "upper_arm_link"}
%!    to = {"ReferenceBody", reference{1}};
%!    all = [all, {constraintPoseTarget("tool0", "TargetTransform", T, "PositionTolerance", 0.1, to{:}), ...
%!           constraintPoseTarget("tool0", "TargetTransform", T, "OrientationTolerance", 0.2, to{:}), ...
%!           constraintPositionTarget("tool0", "TargetPosition", [0.2 0.3 0.4], "PositionTolerance", 0.05, to{:}), ...
%!           constraintOrientationTarget("tool0", "TargetOrientation", [1 2 3 4], to{:}), ...
%!           constraintAiming("tool0", "TargetPoint", [0.2 0.3 0.4], to{:}), ...
%!           constraintAiming("tool0", "TargetPoint", [0.2 0.3 0.4], "AngularTolerance", 0.1, to{:}), ...
%!           constraintCartesianBounds("tool0", "TargetTransform", T, "Bounds", [-1 -0.9; 0.8 0.9; -0.1 0], to{:}), ...
%!           constraintDistanceBounds("tool0", "Bounds", [0.05 0.1], to{:})}];
%!  end
%!  for make = {@constraintFixedJoint, @constraintRevoluteJoint, @constraintPrismaticJoint}
%!    all = [all, {make{1}("tool0", "forearm_link", "SuccessorTransform", S, "PredecessorTransform", T), ...
%!           make{1}("tool0", "base_link", "PredecessorTransform", T, "PositionTolerance", 0.03)}];
%!  end
%!  all{end}.JointPositionLimits = [0.01 0.02];
%!  all{end - 2}.JointPositionLimits = [0.01 0.02];
%!  all{end + 1} = constraintJointBounds(robot, "Bounds", repmat([0.4 0.5], 6, 1));
%!endfunction

## violations beside those of the formulas in Octave's language that the C library's took the place of, recorded
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "row");
%! recorded = {
%!   [0.832781567722 -0.0564313517328 -2.32047150674 0.0590167273287 0.0807113193048 0.049747647677]
%!   [0.765241270175 -0.0518546530705 -2.13227649608 0.111861859573 0.152982360675 0.0942930018389]
%!   [0.175622025936 0.043919512173 0.161058392845]
%!   [-0.146007762229 -0.167072148756 1.71728915493]
%!   [-0.509639351215 -0.642226216264 0.730853918261]
%!   [-0.463238160166 -0.583753374073 0.664311779768]
%!   [1.08511294396 -0.784928534171 -0.00155736013553]
%!   [0.704618487454]
%!   [-1.60510858163 -0.0267297023441 0.678267881999 -0.824202003789 -0.405277849951 -0.257501130728]
%!   [-1.42090318962 -0.0236621495598 0.600428536721 -0.91060821632 -0.447765642841 -0.284496572775]
%!   [-0.769897708216 -0.520255660592 -0.175230753518]
%!   [-0.40468676618 -1.52283486688 -0.638775648953]
%!   [-0.411801113549 0.712724629367 -0.306762872555]
%!   [-0.36492252596 0.631589530735 -0.271841621211]
%!   [0 -0.438496369698 0.248863037391]
%!   [0.593305080578]
%!   [-0.387721038101 1.06495280997 -1.21227062143 -0.602441184416 -0.00822622019595 0.209571679406]
%!   [-0.925029948894 -2.1801543631 -0.687418502289 0.158877948292 0.0129354734327 -0.0871642180568]
%!   [0.33680455849 1.00094044629 0 -0.602441184416 -0.00822622019595 0.209571679406 0]
%!   [-1.99171683467 -1.08467141433 0 0.158877948292 0.0129354734327 -0.0871642180568 -1.35168272984]
%!   [-0.387721038101 1.06495280997 -1.21227062143 -0.602441184416 -0.00822622019595 0]
%!   [-0.925029948894 -2.1801543631 -0.687418502289 0.155211884902 0.0126369910688 -0.111557360136]
%!   [-0.1 -1.5 0.2 0 -1 -0.2]
%! };
%! all = every_constraint(robot);
%! assert(numel(all), numel(recorded));
%! for k = 1:numel(all)
%!   assert(violation(all{k}, robot, [0.3 -1.1 0.7 0.4 -0.6 0.2]), recorded{k}', 1e-10);
%! end

## poses that a configuration within the limits has are found
%!test
%! for name = {"universalUR5e", "kukaIiwa14"}
%!   robot = loadrobot(name{1}, "DataFormat", "column");
%!   tip = robot.BodyNames{end};
%!   g = generalizedInverseKinematics("RigidBodyTree", robot, "ConstraintInputs", {"pose", "joint"});
%!   for trial = 1:4
%!     goal = constraintPoseTarget(tip, "TargetTransform", getTransform(robot, randomConfiguration(robot), tip));
%!     [q, info] = g(homeConfiguration(robot), goal, constraintJointBounds(robot));
%!     assert(info.Status, "success");
%!     assert(info.ExitFlag, 1);
%!     assert(getTransform(robot, q, tip), goal.TargetTransform, 3e-6);
%!     assert({info.ConstraintViolations.Type}, {"pose", "joint"});
%!     assert(all(q >= limits(robot).position(:, 1) & q <= limits(robot).position(:, 2)));
%!   end
%! end

## a reaching task: above a cup, tool downwards, far from another body, elbow up
%!test
%! robot = loadrobot("kukaIiwa14", "DataFormat", "row");
%! tip = "iiwa_link_ee_kuka";
%! height = constraintCartesianBounds(tip, "Bounds", [-Inf Inf; -Inf Inf; 0.3 0.6]);
%! away = constraintDistanceBounds(tip, "ReferenceBody", "iiwa_link_4", "Bounds", [0.4 2]);
%! look = constraintAiming(tip, "TargetPoint", [0.5 0.2 0], "AngularTolerance", 0.01);
%! elbow = constraintJointBounds(robot, "Weights", [0 0 0 1 0 0 0]);
%! elbow.Bounds(4, :) = [-1.5 -1];
%! kinds = {"cartesian", "distance", "aiming", "joint"};
%! g = generalizedInverseKinematics("RigidBodyTree", robot, "ConstraintInputs", kinds);
%! assert(g.NumConstraints, 4);
%! [q, info] = g(homeConfiguration(robot), height, away, look, elbow);
%! assert(info.Status, "success");
%! T = getTransform(robot, q, tip);
%! assert(T(3, 4) > 0.3 - 1e-6 && T(3, 4) < 0.6 + 1e-6);
%! way = [0.5; 0.2; 0] - T(1:3, 4);
%! assert(acos(way' * T(1:3, 3) / norm(way)) < 0.01 + 2e-6);
%! assert(norm(tform2trvec(getTransform(robot, q, tip, "iiwa_link_4"))) > 0.4 - 1e-6);
%! assert(q(4) > -1.5 - 1e-6 && q(4) < -1 + 1e-6);

## a four-bar linkage, closed by a revolute joint: a parallelogram's crank and rocker turn by the same angle
%!test
%! robot = rigidBodyTree("DataFormat", "row");
%! parents = {"base", "crank", "base"};
%! names = {"crank", "coupler", "rocker"};
%! places = [0 0 0; 0.3 0 0; 0.5 0 0];
%! for k = 1:3
%!   body = rigidBody(names{k});
%!   body.Joint = rigidBodyJoint(["turn_" names{k}], "revolute");
%!   setFixedTransform(body.Joint, trvec2tform(places(k, :)));
%!   addBody(robot, body, parents{k});
%! end
%! loop = constraintRevoluteJoint("rocker", "coupler");
%! loop.SuccessorTransform = trvec2tform([0.3 0 0]);
%! loop.PredecessorTransform = trvec2tform([0.5 0 0]);
%! crank = constraintJointBounds(robot, "Weights", [1 0 0]);
%! g = generalizedInverseKinematics("RigidBodyTree", robot, "ConstraintInputs", {"revolute", "joint"});
%! q = [0.5 -0.5 0.5];
%! for angle = 0.5:0.1:1.5
%!   crank.Bounds(1, :) = [angle angle];
%!   [q, info] = g(q, loop, crank);
%!   assert(info.Status, "success");
%!   assert(q, [angle, -angle, angle], 1e-5);
%! end

## targets out of reach: the nearest point, with the arm stretched towards it; weights weigh
%!test
%! robot = planar([1 1]);
%! g = generalizedInverseKinematics("RigidBodyTree", robot, "ConstraintInputs", {"position", "position"}, ...
%!                                  "SolverParameters", struct("MaxIterations", 100));
%! far = constraintPositionTarget("l2", "TargetPosition", [3 3 0]);
%! none = constraintPositionTarget("l2", "TargetPosition", [-3 3 0], "Weights", 0);
%! [q, info] = g([0.3 0.2], far, none);
%! assert(info.Status, "best available");
%! assert(info.ExitFlag >= 2);
%! assert(q, [pi/4 0], 1e-4);
%! assert(norm(info.ConstraintViolations(1).Violation), 3 * sqrt(2) - 2, 1e-6);
%! none.Weights = 1; # the weighted mean of the targets is nearest: (0, 3)
%! q = g([0.3 0.2], far, none);
%! assert(q, [pi/2 0], 1e-4);

## MaxTime, StepTolerance and GradientTolerance end a search that finds nothing, each with its flag, and stop none that
## does
%!test
%! g = generalizedInverseKinematics("RigidBodyTree", planar([1 1]), "ConstraintInputs", {"position"});
%! near = constraintPositionTarget("l2", "TargetPosition", [1 1 0]);
%! far = constraintPositionTarget("l2", "TargetPosition", [3 1 0]);
%! [whole, all] = g([0.3 0.2], far);
%! assert(all.ExitFlag >= 2);
%! for names = {"MaxTime", 1e-9, 3; "StepTolerance", 1e-3, 4; "GradientTolerance", 1e-3, 5}'
%!   g.SolverParameters = struct("MaxTime", 10, "StepTolerance", 1e-12, "GradientTolerance", 5e-7, ...
%!                               "AllowRandomRestart", false);
%!   g.SolverParameters.(names{1}) = names{2};
%!   [q, info] = g([0.3 0.2], far);
%!   assert(info.ExitFlag, names{3});
%!   assert(info.Status, "best available");
%!   assert(info.Iterations < all.Iterations);
%!   [q, info] = g([0.8 0.2], near);
%!   assert(strcmp(info.Status, "success") || names{3} == 3);
%! end
%! g.SolverParameters = struct("MaxTime", 5, "StepTolerance", 1e-3, "GradientTolerance", 5e-7, "AllowRandomRestart", ...
%!                             true, "MaxIterations", 300);
%! [q, info] = g([0.3 0.2], far);
%! assert(info.ExitFlag, 2);
%! assert(info.NumRandomRestarts > 0);
%! assert(q, whole, 0.1);
%! before = rand("twister");
%! g([0.3 0.2], far);
%! assert(rand("twister"), before);
%! none = constraintPositionTarget("l2", "Weights", 0);
%! fail("g([0.3 0.2], none)", "all weights of the constraints are 0");

## the coordinate of a constraint is a whole number, whatever a caller of the mex file gives
%!test
%! text = "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>";
%! robot = condyle("open", text, "text", struct("Gravity", [0 0 -9.81]), "");
%! condyle("format", robot, "row");
%! numbers = [0, eye(4)(:)', eye(4)(:)', -1 1 zeros(1, 4), 0 0, ones(1, 7)];
%! assert(condyle("ik_violations", robot, {"joint", "", "", numbers}, 3)(7), 2);
%! for wrong = [NaN, 1e20, 0.5, -2, Inf]
%!   numbers(1) = wrong;
%!   fail("condyle('ik_violations', robot, {'joint', '', '', numbers}, 3);", ...
%!        "coordinate of a constraint is .* whole number");
%! end
%! condyle("delete", robot);

## planar arms beside SciPy's least_squares (trf with bounds): the least cost of two targets and bounds of joints
%!test
%! robot = planar([0.6 0.5 0.4]);
%! g = generalizedInverseKinematics("RigidBodyTree", robot, "ConstraintInputs", {"position", "position", "joint"}, ...
%!                                  "SolverParameters", struct("MaxIterations", 200));
%! problems = [
%!   -0.697691517296 1.25090824001 0.5 -0.641417179164 -0.300221518808 0.1 -0.923646883525 -0.22024571503 0.1789597761
%!   1.17977225986 0.547483060102 2 -0.986835556451 0.656709321221 0.5 -0.287762751157 0.580659450537 0.874157575388
%!   0.693401910943 0.506946513704 2 0.580274016356 0.649799072292 0.5 -0.785709754671 -0.472437494966 0.0650822770732
%!   -0.526148843655 1.09852481802 1 -0.925549726191 -0.578920017145 0.5 -1.13930011714 -0.46365591809 0.687377242587
%!   -0.947452831518 -0.973347268334 1 -0.264423984928 -0.196306361593 0.1 -1.10648024475 -0.534007773311 0.0685246415833
%!   0.0286584286745 -1.06567839277 1 0.817611823746 0.690274946142 0.1 -0.269781335786 0.417967260762 0.167932646728
%!   -0.818288533775 0.203479903374 0.5 -0.986767910635 0.732974972531 0.5 -0.864712465131 -0.135698930745 0.419347482242
%!   0.203307287516 -1.03571271026 1 -0.330482788855 0.303097556358 0.1 -0.760491979954 0.00319036771706 0.107996854722
%!   -0.645642265916 1.34571595887 0.5 -0.984988048683 0.953132115437 0.1 0.170806458994 0.969159500646 0.144393456688
%!   1.21959772512 -0.934041228498 1 0.18485198073 -0.473307014675 0.1 -0.681671774365 -0.101253882906 0.0109787347081
%! ];
%! for row = problems'
%!   a = constraintPositionTarget("l3", "TargetPosition", [row(1:2)' 0], "Weights", row(3));
%!   b = constraintPositionTarget("l1", "TargetPosition", [row(4:5)' 0], "Weights", row(6));
%!   bounds = constraintJointBounds(robot, "Bounds", [-1 1; row(7) row(8); -2 2], "Weights", [0.1 0.5 0.2]);
%!   [q, info] = g([0.1 0.2 0.3], a, b, bounds);
%!   [e, f, v] = deal(info.ConstraintViolations.Violation);
%!   cost = row(3) * sum(e .^ 2) + row(6) * sum(f .^ 2) + sum([0.1 0.5 0.2] .* v .^ 2);
%!   assert(cost, row(9), 1e-6 * max(1, row(9)) + 1e-9);
%! end

## formats, old names, faults
%!test
%! robot = loadrobot("universalUR5e");
%! g = robotics.GeneralizedInverseKinematics();
%! g.RigidBodyTree = robot;
%! g.ConstraintInputs = {"position"};
%! goal = robotics.PositionTarget("tool0");
%! goal.TargetPosition = [0.4 0.2 0.5];
%! [q, info] = step(g, homeConfiguration(robot), goal);
%! assert(isstruct(q));
%! assert(tform2trvec(getTransform(robot, q, "tool0")), [0.4 0.2 0.5], 1e-5);
%! assert(isLocked(g));
%! release(g);
%! assert(numel(clone(g).ConstraintInputs), 1);
%! fail("g(q)", "expected 1 constraints as ConstraintInputs says, not 0");
%! fail("g(q, constraintPoseTarget('tool0'))", "kind \"position\", not a constraintPoseTarget");
%! fail("g.ConstraintInputs = {'place'};", "some of aiming");
%! fail("step(generalizedInverseKinematics(), [], goal)", "no robot");
%! fail("goal.TargetPosition = [1 2];", "expected 3 numbers");
%! fail("goal.PositionTolerance = -1;", "not below 0");
%! fail("goal.EndEffector = 3;", "name of a body");
%! fail("constraintCartesianBounds('tool0', 'Bounds', [1 0; 0 0; 0 0])", "least not above the most");
%! fail("constraintPoseTarget('tool0', 'Goal', 1)", "no option 'Goal'");
%! fail("violation(constraintPositionTarget('tool9'), robot, [])", "tool0");
%! bounds = constraintJointBounds(robot);
%! bounds.Bounds(7, :) = [0 1];
%! g.ConstraintInputs = {"joint"};
%! fail("g(q, bounds)", "6 positions");
%! goal.TargetPosition(2) = 0.1;
%! fail("violation(constraintPoseTarget('tool0', 'TargetTransform', 2 * eye(4)), robot, [])", "no placement");
%! bounds = constraintJointBounds(robot, "Bounds", [1 2; -Inf 0; repmat([-Inf Inf], 4, 1)], "Weights", [1 1 1 1 1 0]);
%! assert(violation(bounds, robot, q), [q(1).JointPosition - 1; max(q(2).JointPosition, 0); 0; 0; 0; 0], 1e-15);

## a base that floats, whose limits are none, and no constraints
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "column");
%! g = generalizedInverseKinematics("RigidBodyTree", robot);
%! [q, info] = g(0.1 * ones(6, 1));
%! assert(q, 0.1 * ones(6, 1));
%! assert(info.Status, "success");
%! assert(isempty(info.ConstraintViolations));
%! floating = importrobot(fullfile(getenv("CONDYLE_ROOT"), "urdf", "universalUR5e.urdf"), "DataFormat", "row", ...
%!                        "FloatingBase", true);
%! g = generalizedInverseKinematics("RigidBodyTree", floating, "ConstraintInputs", {"pose", "joint"});
%! goal = constraintPoseTarget("tool0", "TargetTransform", trvec2tform([20 -30 5]));
%! bounds = constraintJointBounds(floating);
%! [q, info] = g([], goal, bounds);
%! assert(info.Status, "success");
%! assert(getTransform(floating, q, "tool0"), goal.TargetTransform, 2e-6);

## all solutions: each has the pose, the configuration that made it is among them, and a robot with a spherical wrist
## has two solutions of the wrist for each of the arm
%!test
%! warning("off", "Octave:data-file-in-path", "local");
%! load("exampleRobots.mat", "puma1");
%! arms = {loadrobot("universalUR5e", "DataFormat", "row"), puma1};
%! tips = {"tool0", "L6"};
%! types = {"RRRRRR", "RRRSSS"};
%! for k = 1:2
%!   solver = analyticalInverseKinematics(arms{k});
%!   assert(solver.KinematicGroup.EndEffectorBodyName, tips{k});
%!   assert(solver.KinematicGroupType, types{k});
%!   assert(solver.KinematicGroupConfigIdx, 1:6);
%!   assert(solver.IsValidGroupForIK);
%!   robot = solver.RigidBodyTree;
%!   given = [0.5 -1.2 1.1 0.3 0.6 0.1];
%!   pose = getTransform(robot, given, tips{k});
%!   q = solve(solver, pose, false);
%!   assert(rows(q), 8);
%!   for i = 1:8
%!     assert(getTransform(robot, q(i, :), tips{k}), pose, 1e-6);
%!   end
%!   assert(min(max(abs(wrapToPi(q - given)), [], 2)) < 1e-6);
%!   q = solve(solver, se3(pose), false, true, given);
%!   assert(q(1, :), given, 1e-6);
%!   assert(isempty(solve(solver, trvec2tform([9 9 9]))));
%! end
%! flips = sum(all(abs(wrapToPi(permute(q(:, 1:3), [1 3 2]) - permute(q(:, 1:3), [3 1 2]))) < 1e-5, 3)(:));
%! assert(flips, 16); # each arm's solution has itself and one other
%! fail("solver.KinematicGroup = struct('BaseName', 'L6', 'EndEffectorBodyName', 'L1');", "no joint moves");
%! fail("solver.KinematicGroupType = 'R';", "read-only");
%! solver.KinematicGroup = struct("BaseName", "base", "EndEffectorBodyName", "L5");
%! assert(! solver.IsValidGroupForIK);
%! fail("solve(solver, eye(4))", "5 joints");

## the function that is written solves the same, from the base of the group
%!test
%! folder = tempname();
%! mkdir(folder);
%! addpath(folder);
%! unwind_protect
%!   solver = analyticalInverseKinematics(loadrobot("universalUR5e"));
%!   solver.KinematicGroup = struct("BaseName", "base_link_inertia", "EndEffectorBodyName", "flange");
%!   ik = generateIKFunction(solver, fullfile(folder, "solve_arm"));
%!   robot = solver.RigidBodyTree;
%!   given = [0.4 -1 1.2 0.5 0.7 -0.2];
%!   pose = getTransform(robot, given, "flange", "base_link_inertia");
%!   q = ik(pose, true, true, given);
%!   assert(q(1, :), given, 1e-6);
%!   assert(q, solve(solver, pose, true, true, given), 1e-9);
%!   assert(ik(pose, given), ik(pose, true), 1e-9); # as a condition of if
%!   assert(ik(pose, zeros(1, 6)), ik(pose, false), 1e-9);
%!   file = fopen(fullfile(folder, "mine.m"), "w");
%!   fputs(file, "x = 1;\n");
%!   fclose(file);
%!   fail("generateIKFunction(solver, fullfile(folder, 'mine'))", "choose another name");
%!   fail("generateIKFunction(solver, '2nd')", "no name of a function");
%!   fail("generateIKFunction(3, 'a')", "expected an analyticalInverseKinematics");
%!   fail("solve(solver, pose, 'on')", "enforceJointLimits: expected true or false");
%! unwind_protect_cleanup
%!   clear solve_arm ik
%!   rmpath(folder);
%!   delete(fullfile(folder, "*"));
%!   rmdir(folder);
%! end_unwind_protect

## of a group behind joints that move (the example of a robot with many joints): they stand still, all eight are found
%!test
%! warning("off", "condyle:robotFile", "local");
%! robot = loadrobot("willowgaragePR2", DataFormat="row");
%! solver = analyticalInverseKinematics(robot);
%! solver.KinematicGroup = struct("BaseName", "l_shoulder_pan_link", "EndEffectorBodyName", "l_wrist_roll_link");
%! assert(solver.KinematicGroupType, "RRRSSS");
%! places = solver.KinematicGroupConfigIdx;
%! rand("twister", 1);
%! q = randomConfiguration(robot);
%! pose = getTransform(robot, q, "l_wrist_roll_link", "l_shoulder_pan_link");
%! found = solve(solver, pose, false);
%! assert(size(found), [8 6]);
%! assert(min(max(abs(wrapToPi(found - q(places))), [], 2)) < 1e-6);
%! for i = 1:rows(found)
%!   q(places) = found(i, :);
%!   assert(getTransform(robot, q, "l_wrist_roll_link", "l_shoulder_pan_link"), pose, 1e-7);
%! end
%! nearest = solve(solver, pose, false, true, found(3, :));
%! assert(nearest(1, :), found(3, :), 1e-6);
