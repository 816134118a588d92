## Robots written as functions: the robot made anew, and code generated for it.

%!function folder = enter_folder()
%!  folder = [tempname() " it's a folder"];
%!  mkdir(folder);
%!  addpath(folder);
%!endfunction
%!function leave_folder(folder)
%!  rmpath(folder);
%!  confirm_recursive_rmdir(false, "local");
%!  rmdir(folder, "s");
%!endfunction
%!function robot = make_slider(format)
%!  ## a sliding joint, a turning one, a floating body
%!  robot = rigidBodyTree("DataFormat", format);
%!  names = {"slide", "it's an arm", "drone"};
%!  types = {"prismatic", "revolute", "floating"};
%!  parents = {"base", "slide", "base"};
%!  for i = 1:3
%!    body = rigidBody(names{i});
%!    body.Mass = i / 3;
%!    body.CenterOfMass = [0.1 * i, 0.2, -0.3];
%!    body.Inertia = [3 4 5 0.1 0.2 0.3] * i;
%!    body.Joint = rigidBodyJoint([types{i} "_joint"], types{i});
%!    addBody(robot, body, parents{i});
%!  end
%!  robot.Gravity = [0.1 0.2 -9.8];
%!endfunction
%!function possible = can_generate(name)
%!  ## a build of the library without a C++ compiler generates no code, and mkoctfile may be missing
%!  folder = enter_folder();
%!  possible = true;
%!  try
%!    robot = rigidBodyTree("DataFormat", "row");
%!    body = rigidBody("body");
%!    body.Joint = rigidBodyJoint("joint", "revolute");
%!    addBody(robot, body, "base");
%!    writeAsFunction(robot, fullfile(folder, "tried"), "Calls", "gravity");
%!  catch failure
%!    possible = ! strcmp(failure.identifier, "condyle:unsupported");
%!    printf("skipped: %s: %s\n", name, failure.message);
%!  end
%!  leave_folder(folder);
%!endfunction

## the function makes the robot anew
%!test
%! folder = enter_folder();
%! robot = make_slider("row");
%! joint = getBody(robot, "it's an arm").Joint;
%! joint.HomePosition = 0.1;
%! setFixedTransform(joint, [0.3 0.5 0.2 0], "dh");
%! addVisual(getBody(robot, "slide"), "box", [1 2 3]);
%! writeAsFunction(robot, fullfile(folder, "make_slider_robot"));
%! made = make_slider_robot();
%! assert(made.DataFormat, "row");
%! assert(made.Gravity, robot.Gravity);
%! assert(made.BodyNames, robot.BodyNames);
%! assert(homeConfiguration(made), homeConfiguration(robot));
%! q = randomConfiguration(robot);
%! qd = 1:8;
%! assert(inverseDynamics(made, q, qd, qd), inverseDynamics(robot, q, qd, qd), 1e-12);
%! assert(getTransform(made, q, "it's an arm"), getTransform(robot, q, "it's an arm"), 1e-14);
%! assert(getBody(made, "slide").Visuals{1}.Size, [1 2 3]);
%! assert(make_slider_robot("column").DataFormat, "column");
%! assert(! isempty(strfind(help("make_slider_robot"), "3 bodies")));
%! writeAsFunction(robot, fullfile(folder, "make_slider_robot.m"));
%! file = fopen(fullfile(folder, "mine.m"), "w");
%! fputs(file, "x = 1;\n");
%! fclose(file);
%! fail("writeAsFunction(robot, fullfile(folder, 'mine'))", "Overwrite");
%! assert(fileread(fullfile(folder, "mine.m")), "x = 1;\n");
%! writeAsFunction(robot, fullfile(folder, "mine"), "Overwrite", true);
%! fail("writeAsFunction(robot)", "name of the file");
%! fail("writeAsFunction(robot, fullfile(folder, '2nd'))", "no name of a function");
%! fail("writeAsFunction(robot, fullfile(folder, 'a.c'))", "no name of a function");
%! fail("writeAsFunction(robot, fullfile(folder, 'nowhere', 'a'))", "no folder");
%! fail("writeAsFunction(robot, fullfile(folder, 'a'), 'Cals', 'id')", "no option 'Cals'");
%! leave_folder(folder);

## bundled robots
%!test
%! folder = enter_folder();
%! for name = {"kukaIiwa14", "omronEcobra600", "frankaEmikaPanda"}
%!   robot = loadrobot(name{1}, "DataFormat", "column", "Gravity", [0 0 -9.81]);
%!   writeAsFunction(robot, fullfile(folder, ["made_" name{1}]));
%!   made = feval(["made_" name{1}]);
%!   q = randomConfiguration(robot);
%!   qd = rand(size(limits(robot).velocity));
%!   assert(inverseDynamics(made, q, qd, qd), inverseDynamics(robot, q, qd, qd), ...
%!          1e-12 * norm(inverseDynamics(robot, q)));
%!   assert(evalc("showdetails(made)"), evalc("showdetails(robot)"));
%! end
%! leave_folder(folder);

## generated code: the numbers of the library, of one state and of several, in both data formats
%!test
%! if can_generate("generated code beside the library")
%!   folder = enter_folder();
%!   words = {"id", "fd", "mass", "gravity", "coriolis", "derivatives", "id-gradient", "fd-gradient", ...
%!            "mass-inverse", "fd-derivatives"};
%!   for form = {"row", "column"}
%!     robot = make_slider(form{1});
%!     set_payload(robot, "slide", 0.5);
%!     flip = @(x) x;
%!     if strcmp(form{1}, "column")
%!       flip = @(x) x';
%!     end
%!     coded = ["coded_" form{1}];
%!     writeAsFunction(robot, fullfile(folder, coded), "Calls", words, "Wrenches", true, "MaxBytes", 1e6);
%!     rand("twister", 4);
%!     for count = [1 5]
%!       q = flip(rand(count, 9));
%!       [qd, qdd, w] = deal(flip(rand(count, 8)), flip(rand(count, 8)), flip(rand(1, 8)));
%!       fext = externalForce(robot, "it's an arm", flip(rand(count, 6)), q);
%!       exact = inverseDynamics(robot, q, qd, qdd, fext);
%!       assert(feval(coded, q, qd, qdd, fext), exact, 1e-12 * norm(exact));
%!       assert(feval(coded, "id", q, qd, qdd), inverseDynamics(robot, q, qd, qdd), 1e-12 * norm(exact));
%!       exact = forwardDynamics(robot, q, qd, qdd, fext);
%!       assert(feval(coded, "fd", q, qd, qdd, fext), exact, 1e-11 * norm(exact));
%!       assert(feval(coded, "mass", q), massMatrix(robot, q), 1e-12);
%!       assert(feval(coded, "mass-inverse", q), inverse_mass_matrix(robot, q), 1e-11);
%!       assert(feval(coded, "gravity", q), gravityTorque(robot, q), 1e-12);
%!       assert(feval(coded, "coriolis", q, qd), velocityProduct(robot, q, qd), 1e-12);
%!       [by_q, by_qd] = feval(coded, "derivatives", q, qd, qdd, fext);
%!       [exact_q, exact_qd] = inverse_dynamics_derivatives(robot, q, qd, qdd, fext);
%!       assert(by_q, exact_q, 1e-11);
%!       assert(by_qd, exact_qd, 1e-11);
%!       [by_q, by_qd, by_tau] = feval(coded, "fd-derivatives", q, qd, qdd, fext);
%!       [forward_q, forward_qd, forward_tau] = forward_dynamics_derivatives(robot, q, qd, qdd, fext);
%!       assert(by_q, forward_q, 1e-9 * norm(forward_q(:)));
%!       assert(by_qd, forward_qd, 1e-9 * norm(forward_qd(:)));
%!       assert(by_tau, forward_tau, 1e-9 * norm(forward_tau(:)));
%!       [~, by_qd, by_qdd] = feval(coded, "id-gradient", q, qd, qdd, fext, w);
%!       M = massMatrix(robot, q);
%!       for b = 1:count
%!         expected = flip(w(:)' * exact_qd(:, :, b));
%!         assert(flip(flip(by_qd)(b, :)), expected, 1e-11);
%!         assert(flip(flip(by_qdd)(b, :)), flip(w(:)' * M(:, :, b)), 1e-11);
%!       end
%!     end
%!     assert(feval(coded), inverseDynamics(robot), 1e-12);
%!     assert(feval(coded, [], qd, []), inverseDynamics(robot, [], qd), 1e-12);
%!     assert(! isempty(strfind(help(coded), [coded "(\"fd\",q,qd,tau,fext)"])));
%!     for bad = {{ones(3)}, {"ik"}, {q, qd, qdd, fext, w}, {q, flip(ones(3, 8))}, {"id-gradient", q}, {single(1)}, ...
%!                {"a"}}
%!       try
%!         feval(coded, bad{1}{:});
%!         error("nothing failed");
%!       catch failure
%!         assert(failure.identifier, "condyle:argument");
%!       end
%!     end
%!     clear("-functions", coded);
%!   end
%!   leave_folder(folder);
%! end

## robots that code cannot be generated for, and a folder without a compiler
%!test
%! if can_generate("errors of generated code")
%!   folder = enter_folder();
%!   robot = loadrobot("universalUR5e", "DataFormat", "row");
%!   path = fullfile(folder, "small");
%!   fail("writeAsFunction(robot, path, 'Calls', 'ik')", "expected one of");
%!   fail("writeAsFunction(robot, path, 'Calls', 'id', 'MaxBytes', 100)", "more than 100");
%!   assert(! isfile([path ".c"]));
%!   writeAsFunction(robot, path, "Calls", "gravity", "Compile", false);
%!   fail("small()", "not compiled.*mkoctfile");
%!   robot.DataFormat = "struct";
%!   fail("writeAsFunction(robot, path, 'Calls', 'id')", "DataFormat");
%!   leave_folder(folder);
%! end
