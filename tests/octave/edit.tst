## Bodies and joints: robots built and changed.

## a double pendulum beside its closed form
%!test
%! robot = rigidBodyTree("DataFormat","row");
%! names = {"upper", "lower"};
%! parent = robot.BaseName;
%! for i = 1:2
%!   body = rigidBody(names{i});
%!   joint = rigidBodyJoint([names{i} "_joint"], "revolute");
%!   joint.JointAxis = [0 1 0];
%!   if i == 2
%!     T = eye(4);
%!     T(3, 4) = -0.7;
%!     setFixedTransform(joint, T);
%!   end
%!   body.Joint = joint;
%!   body.Mass = 2;
%!   body.CenterOfMass = [0 0 -0.5];
%!   body.Inertia = [0.5 0.5 0 0 0 0];
%!   addBody(robot, body, parent);
%!   parent = names{i};
%! end
%! robot.Gravity = [0 0 -9.81];
%! q = [0.3 0.4];
%! expected = -9.81 * 2 * [0.5 * sin(q(1)) + 0.7 * sin(q(1)) + 0.5 * sin(sum(q)), 0.5 * sin(sum(q))];
%! assert(gravityTorque(robot, q), -expected, 1e-12);
%! l = 0.7; c = 0.5; m = 2;
%! M22 = m * c^2;
%! M12 = M22 + m * l * c * cos(q(2));
%! assert(massMatrix(robot, q), [m * c^2 + m * l^2 + m * c^2 + 2 * m * l * c * cos(q(2)), M12; M12, M22], 1e-12);

## the properties of bodies and joints
%!test
%! body = rigidBody("b");
%! assert(body.Mass, 1);
%! assert(body.Inertia, [1 1 1 0 0 0]);
%! assert(body.CenterOfMass, [0 0 0]);
%! assert(body.Joint.Type, "fixed");
%! assert(isempty(body.Parent));
%! assert(body.Children, cell(1, 0));
%! body.Inertia = [3 4 5 0.1 0.2 0.3];
%! body.CenterOfMass = [0.1 0.2 0.3];
%! body.Mass = 4;
%! assert(body.Inertia, [3 4 5 0.1 0.2 0.3], 1e-12);
%! body.Name = "c";
%! assert(body.Name, "c");
%! joint = rigidBodyJoint("j", "revolute");
%! assert(joint.PositionLimits, [-pi pi]);
%! assert(joint.HomePosition, 0);
%! joint.PositionLimits = [1 2];
%! joint.HomePosition = 1.5;
%! joint.JointAxis = [1 0 0];
%! assert(joint.PositionLimits, [1 2]);
%! assert(joint.JointAxis, [1 0 0]);
%! body.Joint = joint;
%! assert(body.Joint.HomePosition, 1.5);
%! robot = rigidBodyTree("DataFormat","row");
%! addBody(robot, body, "base");
%! assert(homeConfiguration(robot), 1.5);
%! assert(rigidBodyJoint("p", "prismatic").PositionLimits, [-0.5 0.5]);
%! assert(rigidBodyJoint("f").PositionLimits, [0 0]);
%! assert(getBody(robot, "c").Parent.Name, "base");
%! assert(robot.Base.Children{1}.Name, "c");
%!error id=condyle:argument rigidBodyJoint("j", "ball")
%!error id=condyle:argument rigidBody()
%!test
%! joint = rigidBodyJoint("j", "revolute");
%! fail("joint.PositionLimits = [2 1]", "expected \\[lower upper\\]");
%! fail("joint.HomePosition = 9", "limits|home");
%! fail("joint.JointAxis = [0 0 0]", "axis");
%! fail("setFixedTransform(joint, 2 * eye(4))", "rotation");
%! fail("setFixedTransform(joint, [1 2 3], 'dh')", "4 numbers");
%! fail("setFixedTransform(joint, [1 2 3 4], 'hd')", "expected one of");
%! assert(joint.PositionLimits, [-pi pi]);

## properties that are computed from others cannot be assigned to
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "row");
%! body = getBody(robot, "forearm_link");
%! joint = body.Joint;
%! before = exportrobot(robot);
%! calls = {"robot.NumBodies = 3", "robot.BodyNames = {}", "robot.BodyNames{2} = 'b'", "robot.Name = 'x'", ...
%!          "robot.Bodies = {}", "robot.Bodies = 3", "robot.Bodies{2} = robot.Bodies{3}", "robot.Bodies(2) = []", ...
%!          "robot.Bodies{2} = rigidBody('b')", "robot.Base = 3", "robot.Base = body", "body.Parent = 3", ...
%!          "body.Parent = rigidBody('b')", "robot.Base.Parent = body", "body.Children = {}", ...
%!          "body.Children = {rigidBody('b')}", "body.Children = 3", "body.Visuals = {}", ...
%!          "body.Visuals{1}.Color = [0 0 0 1]", "body.Collisions = {}", "joint.Type = 'prismatic'", ...
%!          "joint.JointToParentTransform = eye(4)", "joint.ChildToJointTransform(1, 4) = 1"};
%! for i = 1:numel(calls)
%!   try
%!     eval([calls{i} ";"]);
%!     error("%s did not fail", calls{i});
%!   catch failure
%!     assert(failure.identifier, "condyle:argument", calls{i});
%!     assert(! isempty(strfind(failure.message, "read-only")));
%!   end
%! end
%! assert(exportrobot(robot), before);
%! robot.Bodies{5}.Parent.Mass = 3;
%! assert(getBody(robot, "upper_arm_link").Mass, 3);
%! body.Children{1}.Mass = 4;
%! assert(getBody(robot, "wrist_1_link").Mass, 4);
%! robot.Bodies{2}.Joint.Name = "a joint";
%! robot.Bodies{1}.Name = "another";
%! robot.Base.Name = "ground";
%! assert(robot.BodyNames(1:2), {"another", "shoulder_link"});
%!test
%! body = rigidBody("b");
%! fail("body.Mass = []", "Mass: expected numbers");
%! fail("body.CenterOfMass = []", "CenterOfMass: expected numbers");
%! fail("body.Inertia = []", "Inertia: expected numbers");
%! assert(body.Inertia, [1 1 1 0 0 0]);

## Denavit-Hartenberg parameters beside their products of transforms
%!test
%! Rz = @(a) [cos(a) -sin(a) 0 0; sin(a) cos(a) 0 0; 0 0 1 0; 0 0 0 1];
%! Rx = @(a) [1 0 0 0; 0 cos(a) -sin(a) 0; 0 sin(a) cos(a) 0; 0 0 0 1];
%! move = @(x, z) [eye(3), [x; 0; z]; 0 0 0 1];
%! p = [0.3 0.5 0.2 0];
%! q = 0.7;
%! for kind = {"dh", "mdh"}
%!   robot = rigidBodyTree("DataFormat","row");
%!   body = rigidBody("link");
%!   joint = rigidBodyJoint("joint", "revolute");
%!   setFixedTransform(joint, p, kind{1});
%!   body.Joint = joint;
%!   addBody(robot, body, "base");
%!   if strcmp(kind{1}, "dh")
%!     expected = Rz(q) * move(0, p(3)) * move(p(1), 0) * Rx(p(2));
%!   else
%!     expected = Rx(p(2)) * move(p(1), 0) * Rz(q) * move(0, p(3));
%!   end
%!   assert(getTransform(robot, q, "link"), expected, 1e-14);
%! end

## bodies are added and removed
%!test
%! robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
%! wrist = subtree(robot, "wrist_3_link");
%! assert(wrist.BaseName, "wrist_2_link");
%! assert(wrist.BodyNames, {"wrist_3_link", "flange", "tool0"});
%! removed = removeBody(robot, "wrist_3_link");
%! assert(removed.BodyNames, wrist.BodyNames);
%! assert(size(gravityTorque(robot)), [1 5]);
%! addSubtree(robot, "wrist_2_link", removed);
%! whole = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
%! q = randomConfiguration(whole);
%! assert(inverseDynamics(robot, q), inverseDynamics(whole, q), 1e-12);
%! robot.Bodies{3}.Mass = 10;
%! assert(getBody(robot, "shoulder_link").Mass, 10);
%! body = copy(getBody(robot, "forearm_link"));
%! body.Mass = 0.5;
%! assert(getBody(robot, "forearm_link").Mass > 2);
%! replaceBody(robot, "forearm_link", body);
%! assert(getBody(robot, "forearm_link").Mass, 0.5);
%! replaceJoint(robot, "forearm_link", rigidBodyJoint("slide", "prismatic"));
%! assert(getBody(robot, "forearm_link").Joint.Name, "slide");
%! fail("removeBody(robot, 'nobody')", "nobody");
%! fail("addBody(robot, rigidBody('tool0'), 'base_link')", "already");
%! fail("addBody(robot, rigidBody('x'), 'nobody')", "nobody");
%! fail("robot.Bodies = {rigidBody('x')}", "read-only");
%! other = copy(robot);
%! removeBody(other, "shoulder_link");
%! assert(robot.NumBodies, 10);

## payloads stay when the robot is changed
%!test
%! robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
%! bare = gravityTorque(robot);
%! set_payload(robot, "tool0", 2);
%! loaded = gravityTorque(robot);
%! assert(abs(loaded(2) - bare(2)) > 1);
%! robot.BaseName = "stand";
%! assert(gravityTorque(robot), loaded);
%! set_payload(robot, "tool0", 0);
%! assert(gravityTorque(robot), bare);

%!test # copies, subtrees and renamed bodies keep payloads
%! robot = loadrobot("universalUR5e", "DataFormat", "row", "Gravity", [0 0 -9.81]);
%! q = [0.1 -1 1.2 0.3 0.4 0.5];
%! bare = gravityTorque(robot, q);
%! set_payload(robot, "tool0", 2);
%! loaded = gravityTorque(robot, q);
%! assert(norm(loaded - bare) > 1);
%! assert(gravityTorque(copy(robot), q), loaded);
%! body = getBody(robot, "tool0");
%! body.Name = "tip";
%! assert(gravityTorque(robot, q), loaded);
%! set_payload(robot, "tip", 0);
%! assert(gravityTorque(robot, q), bare);

%!test # the home position of a floating joint is stored
%! robot = rigidBodyTree("DataFormat", "row");
%! body = rigidBody("drone");
%! body.Joint = rigidBodyJoint("free", "floating");
%! body.Joint.HomePosition = [1 0 0 0 1 2 3];
%! addBody(robot, body, "base");
%! stored = storedRobot(robot);
%! assert(homeConfiguration(stored), [1 0 0 0 1 2 3]);

%!test # a continuous joint keeps its effort limit
%! robot = loadrobot("universalUR5e");
%! before = limits(robot).effort;
%! joint = getBody(robot, "forearm_link").Joint;
%! joint.PositionLimits = [-Inf Inf];
%! assert(limits(robot).effort, before);
%! assert(joint.Type, "continuous");
%! joint.PositionLimits = [-1 2];
%! assert(joint.Type, "revolute");
%!error <PositionLimits> joint = getBody(loadrobot("universalUR5e"), "forearm_link").Joint; joint.PositionLimits = [Inf Inf];

## a base is a body without a joint: its copy is fixed, and a body that it replaces keeps its joint
%!test
%! base = copy(loadrobot("omronEcobra600").Base);
%! assert(base.Name, "base");
%! assert(base.Joint.Type, "fixed");
%! robot = loadrobot("kukaIiwa14");
%! replaceBody(robot, "iiwa_link_3", loadrobot("omronEcobra600").Base);
%! assert(getBody(robot, "base").Joint.Type, "revolute");

## subtrees with their base and without; a name that both have leaves the robot as it was
%!test
%! robot = loadrobot("kukaIiwa14", DataFormat="row");
%! arm = loadrobot("omronEcobra600", DataFormat="row");
%! plain = copy(robot);
%! bodies = robot.NumBodies;
%! addSubtree(robot, "iiwa_link_ee", arm, ReplaceBase=false);
%! assert(robot.NumBodies, bodies + 5);
%! assert(getBody(robot, "base").Parent.Name, "iiwa_link_ee");
%! assert(getTransform(robot, zeros(1, 11), "link4", "base"), getTransform(arm, zeros(1, 4), "link4"), 1e-12);
%! addSubtree(plain, "iiwa_link_ee", arm, "ReplaceBase", true);
%! assert(plain.NumBodies, bodies + 4);
%! assert(getBody(plain, "link1").Parent.Name, "iiwa_link_ee");
%! before = plain.BodyNames;
%! fail('addSubtree(plain, "iiwa_link_ee", arm, ReplaceBase=false)', "link1");
%! assert(plain.BodyNames, before);
%!error <ReplaceBase> addSubtree(loadrobot("ur5e"), "tool0", loadrobot("lbr"), Replaced=false)

## save and load: URDF text, gravity, data format, home positions
%!test
%! robot = loadrobot("universalUR5e",DataFormat="column",Gravity=[0 0 -9.81]);
%! joint = getBody(robot, "forearm_link").Joint;
%! joint.HomePosition = 1.25;
%! stored = storedRobot(robot);
%! file = [tempname() ".mat"];
%! for form = {"-binary", "-text"}
%!   save(form{1}, file, "stored");
%!   content = load(file);
%!   again = content.stored;
%!   assert(class(again), "storedRobot");
%!   q = homeConfiguration(again);
%!   assert(class(again), "rigidBodyTree");
%!   assert(q, [0 0 1.25 0 0 0]');
%!   assert(again.Gravity, [0 0 -9.81]);
%!   assert(inverseDynamics(again, q), inverseDynamics(robot, q));
%!   delete(file);
%! end

## a method or a property makes a robot of a stored one and its copies: no change is lost, and no warning is printed
%!test
%! stored = storedRobot("lbr");
%! other = storedRobot("lbr");
%! twin = stored;
%! body = stored.getBody("link_3");
%! body.Mass = 9;
%! assert(class(stored), "rigidBodyTree");
%! assert(stored.getBody("link_3").Mass, 9);
%! assert(twin.getBody("link_3").Mass, 9);
%! assert(class(other), "storedRobot");
%! assert(other.getBody("link_3").Mass, 3);
%! stored = storedRobot("lbr");
%! stored.addBody(rigidBody("tip"), "tool0");
%! assert(stored.NumBodies, 9);
%! stored = storedRobot("lbr");
%! assert(numel(strsplit(evalc("stored.showdetails()"), "\n")), 14);
%! stored = storedRobot("lbr");
%! assert(numel(strsplit(evalc("stored.showdetails"), "\n")), 14);
%! stored = storedRobot("lbr");
%! assert(evalc("stored.NumBodies"), "ans = 8\n");
%! stored = storedRobot("lbr");
%! removed = stored.removeBody("link_7");
%! assert([stored.NumBodies removed.NumBodies], [6 2]);
%! names = {storedRobot("lbr")};
%! assert(names{1}.NumBodies, 8);
%! stored = storedRobot("lbr");
%! fail("stored.getBody('nobody')", "nobody");
%! built = rigidBodyTree();
%! addBody(built, rigidBody("one"), "base");
%! stored = storedRobot(built);
%! assert(evalc("stored.NumBodies;"), "");
%!test
%! stored = storedRobot("lbr");
%! ik = inverseKinematics("RigidBodyTree", stored);
%! assert(class(ik.RigidBodyTree), "rigidBodyTree");
%! model = jointSpaceMotionModel("RigidBodyTree", storedRobot("lbr"));
%! assert(class(model.RigidBodyTree), "rigidBodyTree");
%! robot = rigidBodyTree();
%! addSubtree(robot, "base", storedRobot("lbr"));
%! assert(robot.NumBodies, 8);
%! other = copy(stored);
%! assert([class(other) " " class(stored)], "rigidBodyTree rigidBodyTree");
%! assert(storedRobot(storedRobot("lbr")).NumBodies, 8);
%!error id=condyle:argument storedRobot(3)

## a robot of Denavit-Hartenberg links is stored with its names and frames
%!test
%! robot = rigidBodyTree("DataFormat", "row");
%! parent = "base";
%! for i = 1:3
%!   body = rigidBody(sprintf("link%d", i));
%!   joint = rigidBodyJoint(sprintf("joint%d", i), "revolute");
%!   setFixedTransform(joint, [0.1 * i, 0.4, 0.2, 0], "dh");
%!   joint.HomePosition = 0.1 * i;
%!   body.Joint = joint;
%!   addBody(robot, body, parent);
%!   parent = body.Name;
%! end
%! robot.Gravity = [0 0 -9.81];
%! again = storedRobot(robot);
%! q = [0.3 -0.7 1.1];
%! assert(gravityTorque(again, q), gravityTorque(robot, q), 1e-12);
%! assert(again.BodyNames, robot.BodyNames);
%! assert(homeConfiguration(again), homeConfiguration(robot));
%! assert(getTransform(again, q, "link3"), getTransform(robot, q, "link3"), 1e-14);
%! assert(getBody(robot, "link2").Joint.ChildToJointTransform(1, 4), 0.2, 1e-15);

## shapes of bodies built by hand: kept by robots, copies and files, drawn by show
%!test
%! body = rigidBody("tower");
%! T = [0 -1 0 0.1; 1 0 0 0.2; 0 0 1 0.3; 0 0 0 1];
%! addVisual(body, "box", [0.1 0.2 0.3], T);
%! addVisual(body, "Cylinder", [0.05 0.4]);
%! addVisual(body, "sphere", 0.2);
%! body.addCollision("capsule", [0.1 0.5]);
%! robot = rigidBodyTree("DataFormat", "row");
%! addBody(robot, body, "base");
%! shapes = getBody(robot, "tower").Visuals;
%! assert(cellfun(@(shape) shape.Type, shapes, "UniformOutput", false), {"box", "cylinder", "sphere"});
%! assert(shapes{1}.Size, [0.1 0.2 0.3]);
%! assert(shapes{1}.Transform, T, 1e-15);
%! assert([shapes{2}.Radius, shapes{2}.Length, shapes{3}.Radius], [0.05 0.4 0.2]);
%! assert(getBody(importrobot(exportrobot(robot)), "tower").Visuals{3}.Radius, 0.2);
%! copied = copy(robot);
%! clearVisual(getBody(robot, "tower"));
%! assert(numel(getBody(robot, "tower").Visuals), 0);
%! assert(numel(getBody(robot, "tower").Collisions), 1);
%! clearCollision(getBody(robot, "tower"));
%! assert(numel(getBody(robot, "tower").Collisions), 0);
%! assert(numel(getBody(copied, "tower").Visuals), 3);
%! fail("addVisual(body, 'cone', 1)", "expected one of 'box'");
%! fail("addVisual(body, 'box', [1 2])", "expected a vector of 3 numbers");
%! fail("addVisual(body, 'sphere', -1)", "above 0");
%! fail("addVisual(body, 'box', [1 2 3], 2 * eye(4))", "rotation");
%! fail("addVisual(body, 'box')", "expected a type, its parameters");
%! fail("addVisual(body, 'mesh', '/nowhere/x.stl')", "there is no file");
%! fail("addVisual(robot, 'box', [1 2 3])", "expected a rigidBody");
%! assert(numel(body.Visuals), 3);

## a mesh by the name of its file
%!test
%! file = [tempname() ".stl"];
%! out = fopen(file, "w");
%! fputs(out, ["solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n" ...
%!             "endfacet\nendsolid t\n"]);
%! fclose(out);
%! body = rigidBody("plate");
%! addVisual(body, "Mesh", file);
%! robot = rigidBodyTree("DataFormat", "row");
%! addBody(robot, body, "base");
%! f = figure("visible", "off");
%! show(robot, [], "Frames", "off");
%! faces = findobj(f, "type", "patch");
%! assert(numel(faces), 1);
%! assert(size(get(faces, "vertices")), [3 3]);
%! close(f);
%! delete(file);

## every robot is freed: the mex file is locked only while a robot exists
%!test
%! robot = loadrobot("ur5e",DataFormat="row");
%! assert(mislocked("condyle"));
%! body = copy(getBody(robot, "tool0"));
%! part = subtree(robot, "tool0");
%! try
%!   addBody(robot, body, "nobody");
%! catch
%! end
%! try
%!   importrobot("<robot name='x'><link/></robot>");
%! catch
%! end
%! ik = inverseKinematics("RigidBodyTree", robot);
%! clear robot body part ik
%! assert(! mislocked("condyle"));

## identified parameters give the recorded torques
%!test
%! robot = loadrobot("ur5e",DataFormat="column",Gravity=[0 0 -9.81]);
%! rand("twister", 2);
%! states = {4 * rand(6, 150) - 2, rand(6, 150), 3 * rand(6, 150)};
%! [parameters, info] = identify(robot, states{:}, inverseDynamics(robot, states{:}));
%! assert(numel(parameters), 60);
%! assert(info.rank, info.full_rank);
%! assert(max(info.joint_rms) < 1e-9);
%! assert(regressor(robot, states{1}(:, 1)) * parameters, gravityTorque(robot, states{1}(:, 1)), 1e-8);
%! fail("identify(robot, states{1}, states{2}(:, 1:9), states{3}, states{1})", "same number of states");
%! fail("identify(robot, states{:}, zeros(5, 150))", "expected 6 numbers");
%! fail("identify(robot, zeros(6, 0), zeros(6, 0), zeros(6, 0), zeros(6, 0))", "rows|few|robot|states");
%! fail("apply_parameters(robot, 1:3)", "60 numbers");

## missing arguments, and arguments of other classes
%!test
%! robot = loadrobot("universalUR5e", "DataFormat", "row");
%! calls = {"addBody(robot)", "addBody(robot, rigidBody('b'))", "removeBody(robot)", "replaceBody(robot, 'tool0')", ...
%!          "replaceJoint(robot, 'tool0')", "addSubtree(robot, 'tool0')", "subtree(robot)", "getBody(robot)", ...
%!          "getTransform(robot, [])", "geometricJacobian(robot, [])", "externalForce(robot, 'tool0')", ...
%!          "trapveltraj([0 1])", "cubicpolytraj([0 1], [0 1])", "quinticpolytraj([0 1], [0 1])", ...
%!          "online_trajectory([0 0 0], [1 0 0])", ...
%!          "bsplinepolytraj(1:5, [0 1])", "minjerkpolytraj([0 1], [0 1])", "addBody(robot, 5, 'tool0')", ...
%!          "inverseDynamics()", "getBody()", "setFixedTransform()", "addVisual()", "addVisual(rigidBody('b'))", ...
%!          "loadrobot()", "importrobot()", "identify(robot, 1)", "set_payload(robot)", "jacobian_dot(robot)", ...
%!          "apply_parameters(robot)", "integrate_configuration(robot)", "configuration_difference(robot, [])", ...
%!          "clamp_configuration(robot)", "setFixedTransform(rigidBodyJoint('j'))", "rigidBody('a', 'b')", ...
%!          "setFixedTransform(rigidBodyJoint('j', 'revolute'), 1, 'home')", "copy()", "copy(5)", ...
%!          "replaceBody(robot, 'tool0', 5)", "replaceJoint(robot, 'tool0', rigidBody('b'))", ...
%!            "addSubtree(robot, 'tool0', 5)"};
%! for i = 1:numel(calls)
%!   try
%!     eval([calls{i} ";"]);
%!     error("%s did not fail", calls{i});
%!   catch failure
%!     assert(failure.identifier, "condyle:argument");
%!     assert(! isempty(strfind(failure.message, "expected ")));
%!   end
%! end
%!error <nowhere.urdf: cannot open> importrobot("/nowhere.urdf")
