## What people's own scripts for MATLAB use besides, tried after public ones.

## an assignment through getBody, and a joint by Name=Value as a page has it
%!test
%! robot = rigidBodyTree("DataFormat", "row");
%! body = rigidBody("slide");
%! body.Joint = rigidBodyJoint(rail="prismatic");
%! assert(body.Joint.Name, "rail");
%! addBody(robot, body, "base");
%! robot.getBody("slide").Joint.PositionLimits = [0 10];
%! robot.getBody("slide").Mass = 3;
%! robot.Gravity = [0 0 -9.81];
%! robot.Bodies{1}.Joint.HomePosition = 4;
%! assert(getBody(robot, "slide").Joint.PositionLimits, [0 10]);
%! assert({robot.Bodies{1}.Mass, robot.Gravity(3), homeConfiguration(robot)}, {3, -9.81, 4});
%! fail('robot.getBody("none").Mass = 1;', "no body 'none'");

## frames of addFrame as ends of searches
%!test
%! arm = rigidBodyTree("DataFormat", "column");
%! names = {"upper", "lower"};
%! for k = 1:2
%!   link = rigidBody(names{k});
%!   link.Joint = rigidBodyJoint(["j" names{k}], "revolute");
%!   setFixedTransform(link.Joint, trvec2tform([0.4 * (k - 1) 0 0]));
%!   if k == 2
%!     link.addFrame("tip", "lower", trvec2tform([0.3 0 0]));
%!     link.addFrame("pen", "tip", trvec2tform([0 0 0.1]));
%!   end
%!   addBody(arm, link, [{"base"}, names]{k});
%! end
%! ik = inverseKinematics("RigidBodyTree", arm);
%! [q, info] = ik("tip", trvec2tform([0.4 0.3 0]), [0 0 0 1 1 0], [0.1; 0.1]);
%! assert(info.Status, "success");
%! assert(tform2trvec(getTransform(arm, q, "tip")), [0.4 0.3 0], 1e-6);
%! g = generalizedInverseKinematics("RigidBodyTree", arm, "ConstraintInputs", {"position"});
%! place = constraintPositionTarget("pen");
%! place.TargetPosition = [0.5 -0.2 0.1];
%! [q, info] = g([0.1; 0.1], place);
%! assert(info.Status, "success");
%! assert(tform2trvec(getTransform(arm, q, "pen")), [0.5 -0.2 0.1], 1e-5);
%! assert(arm.NumBodies, 2);
%! g.release();
%! ik.release();

## a viewer takes rows and columns, and has those of the robot
%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! warning("off", "all", "local");
%! toolkit = graphics_toolkit();
%! graphics_toolkit("gnuplot");
%! try
%!   axes("parent", figure("visible", "off"));
%! catch
%!   return; # no font to draw with
%! end
%! robot = loadrobot("universalUR3", "DataFormat", "row");
%! viewer = interactiveRigidBodyTree(robot, "Visible", "off");
%! viewer.Configuration = [0 -1 1 0 0.5 0]';
%! assert(viewer.Configuration, [0 -1 1 0 0.5 0]);
%! viewer.Configuration = [0 -1 1 0 0.4 0];
%! assert(viewer.Configuration, [0 -1 1 0 0.4 0]);
%! columns_viewer = interactiveRigidBodyTree(loadrobot("universalUR3"), "Visible", "off");
%! columns_viewer.Configuration = [0 -1 1 0 0.5 0];
%! assert(columns_viewer.Configuration, [0 -1 1 0 0.5 0]');
%! addConfiguration(viewer);
%! assert(viewer.StoredConfigurations, [0 -1 1 0 0.4 0]');
%! ## searches by a dot, and what is drawn over a robot
%! target = axes("parent", figure("visible", "off"));
%! show(robot, zeros(1, 6), "Parent", target);
%! lines = findall(target).findobj("Type", "line");
%! lines(1).LineWidth = 5;
%! assert(get(lines(1), "linewidth"), 5);
%! assert(numel(target.findobj("type", "line")), numel(lines));
%! assert(isequal(findobj(target, "type", "light"), []));
%! before = numel(findobj(target, "type", "patch"));
%! exampleHelperHighlightCollisionBodies(robot, [1 3 3], target);
%! yellow = findobj(target, "type", "patch", "facecolor", [1 0.8 0]);
%! shapes = numel(robot.Base.Visuals) + numel(robot.Bodies{2}.Visuals);
%! assert([numel(yellow), numel(findobj(target, "type", "patch"))], [shapes, before + shapes]);
%! fail("exampleHelperHighlightCollisionBodies(robot, 0, target)", "indices from 1");
%! fail("exampleHelperHighlightCollisionBodies(copy(robot), 1, target)", "not drawn");
%! mesh = triangulation([1 2 3; 1 3 4], [0 0 0; 1 0 0; 1 1 0; 0 1 0]);
%! drawn = trisurf(mesh, "FaceColor", "w");
%! group = hgtransform;
%! drawn.Parent = group;
%! group.Matrix = makehgtform("translate", [1 2 3], "zrotate", pi / 2);
%! assert(get(group, "matrix"), [0 -1 0 1; 1 0 0 2; 0 0 1 3; 0 0 0 1], 1e-15);
%! quad = patch(surf2patch(zeros(2)));
%! assert(columns(get(quad, "faces")), 3);
%! colororder(target, [1 0 0; 0 1 0]);
%! assert(colororder(target), [1 0 0; 0 1 0]);
%! camproj(target, "perspective");
%! assert(camproj(target), "perspective");
%! fail('camproj(target, "round")', "expected one of");
%! exampleHelperRigidBodyTreeAnimation(robot, [zeros(3, 6), ones(3, 6)], 2, [0.1 0.2 0.3]);
%! assert(get(get(gca(), "title"), "string"), "State 3 of 3");
%! exampleHelperPlotWaypoints([0 0 0; 1 1 1]);
%! faint = plot3(0, 0, 0, "Color", [0.2 0.6 1 0.5]);
%! assert(get(faint, "color"), [0.2 0.6 1]);
%! faint.Color = [1 0 0 0.3];
%! assert(get(faint, "color"), [1 0 0]);
%! rotate3d(target, "on");
%! pan(target, "off");
%! close("all");
%! graphics_toolkit(toolkit);

## time-optimal motion along given polynomials: a straight line whose parameter is not its length is the same motion
%!test
%! [~, ~, ~, straight] = contopptraj([0 2], [-1 1], [-2 2]);
%! [q, qd, qdd, t, info] = contopptraj(mkpp([0, (sqrt(17) - 1) / 2], [0.5 0.5 0]), [-1 1], [-2 2], "NumSamples", 200);
%! assert(t(end), straight(end), 2e-3);
%! assert({info.ExitFlag, info.Status, info.MaxTimeStep < 0.1}, {1, "success", true});
%! assert([q(1) q(end)], [0 2], 1e-9);
%! assert(max(abs(qd)) <= 1 + 1e-5 && max(abs(qdd)) <= 2.01);
%! [~, ~, ~, path] = cubicpolytraj([0 1 0; 0 0.5 1], [0 1 2], 0:0.5:2);
%! [q, qd, qdd, t] = contopptraj(path, [-1 1; -1 1], [-2 2; -2 2]);
%! assert(q(:, [1 end]), [0 0; 0 1], 1e-6);
%! assert(max(abs(qd(:))) <= 1.001 && max(abs(qdd(:))) <= 2.1);
%! fail('contopptraj(struct("a", 1), [-1 1], [-1 1])', "piecewise polynomials");

## stiff equations without a slope to begin with: exact decay of a fast and a slow part
%!testif HAVE_SUNDIALS ; ! isempty(strfind(which("ode15s"), "handles"))
%! A = [-1000 0; 0 -1];
%! [t, y] = ode15s(@(t, y) A * y, [0 0.5 1], [1 2], odeset("RelTol", 1e-6, "AbsTol", 1e-9));
%! assert(y(end, :), [0, 2 * exp(-1)], 1e-5);
%! [t, y] = ode15s(@(t, y) -y, [0 1], 1, []);
%! assert(y(end), exp(-1), 1e-2);

%!testif ; ! isempty(strfind(which("import"), "handles"))
%! assert(license("test", "Robotics_System_Toolbox"));
%! assert(license("test", "no such toolbox"), false);
%! import robotics.*
%! assert(class(RigidBodyTree("DataFormat", "row")), "rigidBodyTree");
%! assert(class(robotics.RigidBodyTree()), "rigidBodyTree");
%! import robotics.Joint
%! assert(Joint("j", "revolute").Type, "revolute");
%! fail("import java.util.*", "only robotics");
%! fail("import robotics.Nothing", "only robotics");
%! picture = uint8(reshape(0:3 * 20 ^ 2 - 1, 20, 20, 3));
%! [indices, map] = rgb2ind(picture, 32);
%! assert(rows(map) <= 32 && rows(map) > 8 && isa(indices, "uint8") && max(indices(:)) < rows(map));
%! near = map(double(indices) + 1, :);
%! assert(max(abs(near - reshape(im2double(picture), [], 3))(:)) < 0.5);
%! [indices, map] = rgb2ind(cat(3, [0 255], [0 255], [0 0]) / 255, 16);
%! assert(map(double(indices) + 1, :), [0 0 0; 1 1 0]);
%! assert(rgb2ind(cat(3, [0 1], [0 1], [0 0.1]), [0 0 0; 1 1 0]), uint8([0 1]));
%! state = rand("twister");
%! rand("twister", 1);
%! picture = rand(50, 50, 3);
%! rand("twister", state);
%! last = Inf;
%! for count = 2:64 # each color is the mean of a box, and a box more leaves less variation
%!   [indices, map] = rgb2ind(picture, count);
%!   place = double(indices(:)) + 1;
%!   own = reshape(picture, [], 3);
%!   assert(rows(map) == count && isequal(unique(place), (1:count)') && isa(indices, "uint8"));
%!   for k = 1:3
%!     assert(accumarray(place, own(:, k), [], @mean), map(:, k), 1e-12);
%!   end
%!   left = sum(sumsq(own - map(place, :)));
%!   assert(left < last);
%!   last = left;
%! end
%! assert(left < 0.1 * sum(sumsq(own - mean(own)))); # a grid of 4 x 4 x 4: 1/16
%! [indices, map] = rgb2ind(cat(3, [0 0.1 0.9 1], [0 0 0 0], [0 0 0 0]), 2);
%! assert(map, [0.05 0 0; 0.95 0 0], 1e-15);
%! assert(indices, uint8([0 0 1 1]));
%! [indices, map] = rgb2ind(uint8(255 * picture), 2);
%! assert(size(map), [2 3]);
%! [indices, map] = rgb2ind(picture, uint16(300));
%! assert(rows(map) == 300 && isa(indices, "uint16") && max(indices(:)) == 299);
%! [indices, map] = rgb2ind(picture, 1);
%! assert(map, mean(own), 1e-12);
%! fail("rgb2ind(rand(4, 4, 3), 0)", "whole number of colors, 1 to 65536, not 0");
%! fail("rgb2ind(rand(4, 4, 3), 0.5)", "not 0.5");
%! fail("rgb2ind(rand(4, 4, 3), -5)", "not -5");
%! fail("rgb2ind(rand(4, 4, 3), NaN)", "not NaN");
%! fail("rgb2ind(rand(4, 4, 3), 65537)", "not 65537");
%! fail("rgb2ind(rand(4, 4, 3), rand(3, 2))", "n-by-3");
%! fail("rgb2ind(NaN(4, 4, 3), 2)", "without NaN");

## curves: the natural cubic through three points on a line (Euler and Bernoulli's beam), a closed one, a corner
%!test
%! curve = cscvn([0 1 2; 0 1 0]);
%! h = 2 ^ 0.25;
%! assert(curve.breaks, [0 h 2 * h], 1e-15);
%! assert(ppval(curve, h / 2), [0.5; 0.5 + 3 / 16], 1e-14); # moment 3/(2 h^2) * 2 at the middle support
%! second = ppder(ppder(curve));
%! assert(ppval(second, [0 2 * h]), zeros(2), 1e-14);
%! angle = linspace(0, 2 * pi, 41);
%! points = [cos(angle); sin(angle)];
%! points(:, end) = points(:, 1);
%! ring = cscvn(points);
%! x = linspace(0, ring.breaks(end), 333);
%! assert(sumsq(ppval(ring, x), 1), ones(1, 333), 1e-4);
%! slope = ppder(ring);
%! assert(ppval(slope, 0), ppval(slope, ring.breaks(end)), 1e-12);
%! corner = cscvn([0 1 1 1; 0 0 0 1]);
%! assert(corner.breaks, [0 1 2]);
%! assert(ppval(corner, [0.5 1.5]), [0.5 1; 0 0.5], 1e-15);
%! assert(fnplt(corner, [0 2])(:, [1 end]), [0 1; 0 1], 1e-15);
%! assert(rows(fnplt(mkpp([0 1], [1 0]))), 2);
%! fail("cscvn([0; 1])", "two at least");
%! fail("cscvn([1 1; 1 1])", "the same");

## triangles
%!test
%! file = [tempname() ".stl"];
%! out = fopen(file, "w");
%! corners = [0 0 0; 1 0 0; 0 1 0; 0 0 1];
%! all = [1 3 2; 1 2 4; 1 4 3; 2 3 4];
%! fputs(out, "solid a\n");
%! for k = 1:4
%!   fprintf(out, "facet normal 0 0 0\nouter loop\n%s", sprintf("vertex %g %g %g\n", corners(all(k, :), :)'));
%!   fputs(out, "endloop\nendfacet\n");
%! end
%! fputs(out, "endsolid a\n");
%! fclose(out);
%! mesh = stlread(file);
%! delete(file);
%! assert(sortrows(mesh.Points), sortrows(corners), 1e-7);
%! assert(size(mesh), [4 3]);
%! assert(size(edges(mesh)), [6 2]);
%! assert(isempty(freeBoundary(mesh)));
%! assert(sortrows(round(1e6 * faceNormal(mesh)) / 1e6), ...
%!        sortrows([-1 0 0; 0 -1 0; 0 0 -1; round(1e6 / sqrt(3)) / 1e6 * [1 1 1]]), 1e-9);
%! assert(freeBoundary(triangulation([1 2 3; 1 3 4], [0 0; 1 0; 1 1; 0 1])), [1 2; 2 3; 3 4; 4 1]);
%! fail("triangulation([1 2 5], rand(3))", "rows of the points");
%! fail('stlread("no such file.stl")', "no file");
%! patches = surf2patch([1 2; 3 4], "triangles");
%! assert({patches.faces, patches.vertices}, {[1 2 4; 1 4 3], [1 1 1; 1 2 3; 2 1 2; 2 2 4]});
%! fail('surf2patch(1, 2, 3, 4, 5)', "Invalid call");
%! assert([height(ones(2, 3)) width(ones(2, 3))], [2 3]);
%! assert(size(parula(8)), [8 3]);
%! assert(makehgtform("scale", 2), diag([2 2 2 1]));
%! assert(makehgtform("axisrotate", [0 0 2], pi / 2), trvec2tform([0 0 0]) * axang2tform([0 0 1 pi / 2]), 1e-15);
%! assert(makehgtform("translate", 1, 2, 3, "xrotate", 0)(1:3, 4), [1; 2; 3]);
%! fail('makehgtform("turn", 1)', "expected one of");

## where meshes go is no matter of robots of shapes
%!test
%! exporter = urdfExporter(loadrobot("universalUR3"));
%! exporter.ExportMesh = true;
%! file = [tempname() ".urdf"];
%! writefile(exporter, OutputfileName=file);
%! assert(importrobot(file).NumBodies, 10);
%! delete(file);

## times of way points where an interval is due
%!test
%! points = [0 1 2 1 0];
%! assert(bsplinepolytraj(points, [0 1 2 4], 0:0.5:4), bsplinepolytraj(points, [0 4], 0:0.5:4));
%! fail("bsplinepolytraj(points, [0 2 1], 0:2)", "interval");

## options by their beginnings, as public scripts have them, where one name alone begins so
%!test
%! rrt = manipulatorRRT(loadrobot("universalUR3", "Data", "row"), {}, "maxiter", 7, IgnoreSelf=true);
%! assert({rrt.MaxIterations, rrt.IgnoreSelfCollision}, {7, true});
%! fail("manipulatorRRT(loadrobot('universalUR3', 'Data', 'row'), {}, 'Max', 7)", ...
%!      "'Max' is the beginning of MaxConnectionDistance and of MaxIterations");
%! fail("loadrobot('universalUR3', 'DataFormats', 'row')", "no option 'DataFormats'");
%! fail("loadrobot('universalUR3', '', 'row')", "no option ''");

## labels one after the other in front of properties, where gnuplot draws
%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! warning("off", "all", "local");
%! toolkit = graphics_toolkit();
%! graphics_toolkit("gnuplot");
%! try
%!   axes("parent", figure("visible", "off"));
%! catch
%!   return; # no font to draw with
%! end
%! plot([1 2 3; 2 3 4]');
%! box = legend("first", "second", "Location", "northwest", "FontSize", 13, "FontWeight", "bold");
%! assert(get(double(box), "string"), {"first", "second"});
%! assert(get(double(box), "fontsize"), 13);
%! close("all");
%! graphics_toolkit(toolkit);

## labels that have the name of a property, and words in their place, where gnuplot draws
%!function check_labels(arguments, labels, varargin)
%!  axes("parent", figure("visible", "off"));
%!  plot([1 2 3; 2 3 4; 3 4 5]');
%!  box = double(legend(arguments{:}));
%!  assert(get(box, "string"), labels);
%!  for k = 1:2:numel(varargin)
%!    assert(get(box, varargin{k}), varargin{k + 1});
%!  end
%!  close("all");
%!endfunction
%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! warning("off", "all", "local");
%! toolkit = graphics_toolkit();
%! graphics_toolkit("gnuplot");
%! try
%!   axes("parent", figure("visible", "off"));
%! catch
%!   return; # no font to draw with
%! end
%! for labels = {{"Velocity", "Position"}, {"Torque", "Color"}, {"Joint", "Units"}, {"a", "Position", "b"}, ...
%!               {"Position", "Velocity", "Acceleration"}, {"Color", "Red", "b"}, {"a", "FontSize", "big"}}
%!   check_labels(labels{1}, labels{1});
%! end
%! check_labels({"Measured", "Position", "Location", "best"}, {"Measured", "Position"}, "location", "northeast");
%! check_labels({"Position", "FontSize", 13}, {"Position"}, "fontsize", 13);
%! check_labels({"a", "Position", [0.1 0.2 0.3 0.3], "Box", "off"}, {"a"}, "box", "off");
%! check_labels({"Box", "a", "Box", false, "Color", "none"}, {"Box", "a"}, "box", "off", "color", "none");
%! check_labels({"a", "Interpreter", "none", "Orientation", "horizontal"}, {"a"}, "orientation", "horizontal");
%! check_labels({["ab"; "cd"], "FontSize", 13}, {"ab", "cd"}, "fontsize", 13);
%! check_labels({{"Position", "b"}, "FontSize", 13}, {"Position", "b"}, "fontsize", 13);
%! check_labels({"show", "Location", "north"}, {"data1", "data2", "data3"}, "location", "north");
%! fail("check_labels({'a', 'Location', 'nortwest'}, {'a'})", "unrecognized legend location");
%! close("all");
%! graphics_toolkit(toolkit);

## columns of a legend, which gnuplot cannot draw, and defaults that Octave's objects have not, are warnings
%!testif ; exist("graphicsHandle") == 3 && ! isempty(file_in_path(getenv("PATH"), "gnuplot"))
%! toolkit = graphics_toolkit();
%! states = warning();
%! tex = get(groot, "defaultTextInterpreter");
%! unwind_protect
%!   graphics_toolkit("gnuplot");
%!   warning("off", "all");
%!   picture = figure("visible", "off");
%!   plot(1:3, [1:3; 2:4]);
%!   box = legend(["first"; "other"], "NumColumns", 1, "Location", "northeast");
%!   assert(get(double(box), "string"), {"first", "other"});
%!   warning("on", "condyle:graphics");
%!   lastwarn("", "");
%!   set(groot, "defaultLegendInterpreter", "latex", "defaultTextInterpreter", "none");
%!   assert(get(groot, "defaultTextInterpreter"), "none");
%!   [text, id] = lastwarn();
%!   assert({text, id}, {"Octave has no property defaultLegendInterpreter", "condyle:graphics"});
%!   warning("off", "condyle:graphics");
%!   set(0, "DefaultLegendInterpreter", "latex");
%!   set(picture, "Name", "arm", "Color", [1 0 0]);
%!   assert(get(picture, "name"), "arm");
%!   assert(isfield(set(picture), "name"));
%!   set([picture picture], {"Name"}, {"one"; "two"});
%!   assert(get(picture, "name"), "two");
%!   fail("set(picture, 'NoSuch', 3)", "NoSuch");
%!   fail("set()", "Invalid call");
%! unwind_protect_cleanup
%!   set(groot, "defaultTextInterpreter", tex);
%!   warning(states);
%!   close("all");
%!   graphics_toolkit(toolkit);
%! end_unwind_protect
