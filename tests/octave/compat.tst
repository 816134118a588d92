## Functions that Octave lacks and scripts for MATLAB use.

%!test
%! assert(contains("forearm", "arm"));
%! assert(contains({"forearm", "leg"; "ARM", ""}, {"arm", "eg"}), [true true; false false]);
%! assert(contains({"forearm", "ARM"}, "arm", "IgnoreCase", true), [true true]);
%! assert(append("a ", "b", "c"), "a bc");
%! assert(append({"a", "b"}, "_", {"1", "2"}), {"a_1", "b_2"});
%! file = [tempname() ".csv"];
%! out = fopen(file, "w");
%! fputs(out, "time,q1,q2\r\n0,1.5,-2\r\n0.1,x,3e2\r\n");
%! fclose(out);
%! assert(readmatrix(file), [0 1.5 -2; 0.1 NaN 300]);
%! assert(readmatrix(file, "NumHeaderLines", 2), [0.1 NaN 300]);
%! delete(file);
%! [t, y] = ode113(@(t, y) -y, [0 1], 1);
%! assert(y(end), exp(-1), 1e-3);
%!error <no file> readmatrix("no such file.csv")
%!error <IgnoreCase> contains("a", "b", "Ignore", 1)
%!error <expected texts> append("a", 3)

## the folder hides nothing: it stands at the end of the path
%!test
%! folders = strsplit(path(), pathsep());
%! place = find(strcmp(folders, fullfile(fileparts(which("loadrobot")), "compat")));
%! core = find(strcmp(folders, fileparts(which("strjoin"))));
%! assert(isscalar(place) && place > core);

%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! warning("off", "all", "local");
%! toolkit = graphics_toolkit();
%! graphics_toolkit("gnuplot");
%! try
%!   axes("parent", figure("visible", "off"));
%! catch
%!   return; # no font to draw with
%! end
%! tiledlayout(2, 2);
%! first = nexttile;
%! plot([0 1], [0 2]);
%! wide = nexttile(3, [1 2]);
%! assert(get(wide, "position")(3) > 1.5 * get(first, "position")(3));
%! fail("nexttile(5)", "4 tiles");
%! sgtitle("a robot");
%! assert(gca() == wide);
%! assert(numel(findall(gcf(), "type", "text", "string", "a robot")), 1);
%! plot([0 1], [0 1]);
%! line = yline(0.5, "--r");
%! assert(get(line, "ydata"), [0.5 0.5]);
%! assert(get(xline(0.2), "xdata"), [0.2 0.2]);
%! tiledlayout("flow");
%! for k = 1:3
%!   all(k) = nexttile;
%! end
%! assert(numel(unique(all)), 3);
%! assert(get(all(3), "outerposition")(2) < get(all(1), "outerposition")(2));
%! close("all");
%! graphics_toolkit(toolkit);

## texts, pages, files and lines that grow
%!test
%! assert(strlength({"abc", ""}), [3 0]);
%! assert(join({"a", "b"}, "-"), "a-b");
%! assert(split("a,,b", ","), {"a"; ""; "b"});
%! assert(split(" a  b "), {"a"; "b"});
%! assert({extractBefore("link_3", "_"), extractAfter("link_3", "_"), extractBetween("a(b)c", "(", ")")}, ...
%!        {"link", "3", "b"});
%! assert({extractBefore("abcd", 3), extractAfter("abcd", 3)}, {"ab", "d"});
%! assert({replace("aba", "a", "c"), strip(" x ")}, {"cbc", "x"});
%! assert({string("a"), string(5), string([1 2]), string(true), string({"a"})}, {"a", "5", {"1", "2"}, "true", {"a"}});
%! [a, b] = convertStringsToChars("x", "y");
%! assert({a, b}, {"x", "y"});
%! assert(rms([3 4]), sqrt(12.5), 1e-14);
%! assert(rms([3 4; 4 3]), [1 1] * sqrt(12.5), 1e-14);
%! A = rand(2, 3, 4);
%! B = rand(3, 2);
%! C = pagemtimes(A, B);
%! assert(C(:, :, 3), A(:, :, 3) * B, 1e-14);
%! C = pagemtimes(A, "transpose", A, "none");
%! assert(C(:, :, 2), A(:, :, 2)' * A(:, :, 2), 1e-14);
%! file = [tempname() ".csv"];
%! writematrix([1 2.5; -3 4], file);
%! assert(readmatrix(file), [1 2.5; -3 4]);
%! delete(file);
%!testif ; any(strcmp(available_graphics_toolkits(), "gnuplot")) && ! isempty(file_in_path(EXEC_PATH(), "gnuplot"))
%! warning("off", "all", "local");
%! picture = figure("visible", "off");
%! handle = animatedline(1, 2, "Color", "r", "MaximumNumPoints", 3);
%! addpoints(handle, 3:5, 4:6);
%! [x, y] = getpoints(handle);
%! assert({x, y}, {3:5, 4:6});
%! clearpoints(handle);
%! assert(isempty(getpoints(handle)));
%! curve = animatedline();
%! addpoints(curve, 1, 2, 3);
%! addpoints(curve, 4, 5, 6);
%! [x, y, z] = getpoints(curve);
%! assert({x, y, z}, {[1 4], [2 5], [3 6]});
%! close(picture);

%!test
%! # Frames of a video: 2 of 5-by-7 pixels, rows of 24 bytes.
%! file = [tempname() ".avi"];
%! unwind_protect
%!   video = VideoWriter(file, "Uncompressed AVI");
%!   video.FrameRate = 10;
%!   open(video);
%!   image = zeros(5, 7, 3);
%!   image(5, 1, 1) = 1; # red, below on the left
%!   writeVideo(video, image);
%!   writeVideo(video, struct("cdata", uint8(255 * ones(5, 7, 3)), "colormap", []));
%!   fail("writeVideo(video, ones(5, 6, 3))", "5-by-7 pixels, not 5-by-6");
%!   close(video);
%!   assert(video.FrameCount, 2);
%!   out = fopen(file);
%!   bytes = fread(out, Inf, "uint8")';
%!   fclose(out);
%!   assert(numel(bytes), 520);
%!   assert(char(bytes([1:4, 9:12, 221:228])), "RIFFAVI movi00db");
%!   assert(bytes(5:6) * [1; 256], 512);
%!   assert(bytes(233:238), [0 0 255 0 0 0]);
%!   assert(bytes(33:36) * 256 .^ (0:3)', 1e5); # microseconds a frame
%!   open(video); # again: a new file, of one frame of another size
%!   writeVideo(video, zeros(2, 2, 3));
%!   close(video);
%!   assert(stat(file).size, 224 + 24 + 24); # head, frame, index
%! unwind_protect_cleanup
%!   delete(file);
%! end_unwind_protect

%!test
%! assert(isnan(gobjects(2, 3)), true(2, 3));
%! assert(timeit(@() 1) < 1);
%! assert(isStringScalar("text"));
%! assert(! isStringScalar({"text"}));

%!test
%! toolkit = graphics_toolkit();
%! unwind_protect
%!   graphics_toolkit("gnuplot");
%!   picture = figure("visible", "off");
%!   exampleHelperPlotCupAndTable(0.2, 0.05, [-0.5 0.5 0.1]);
%!   assert(numel(get(gca(), "children")), 2);
%!   if exist("graphicsHandle") == 3 && ! isempty(file_in_path(getenv("PATH"), "gnuplot"))
%!     view(3);
%!     assert(size(getframe(picture).cdata)(3), 3);
%!     assert(size(getframe(gca).cdata), [420 560 3]);
%!   end
%! unwind_protect_cleanup
%!   close("all");
%!   graphics_toolkit(toolkit);
%! end_unwind_protect

%!assert(ppval(fnder(mkpp([0 1], [3 0 0])), 0.5), 3)
%!assert(fnval(0.5, fnder(mkpp([0 1], [3 0 0]), 2)), 6)

## solutions at other times, the fewest and the most, and least squares
%!test
%! swing = ode45(@(t, y) [y(2); -y(1)], [0 2], [1; 0], odeset("RelTol", 1e-8, "AbsTol", 1e-10));
%! [values, slopes] = deval(swing, [0.3 1.1 2]);
%! assert(values, [cos([0.3 1.1 2]); -sin([0.3 1.1 2])], 1e-4);
%! assert(slopes(1, :), values(2, :), 1e-2);
%! assert(deval([0.3 1.1], swing, 2), -sin([0.3 1.1]), 1e-4);
%! fail("deval(swing, 3)", "expected times from 0 to 2");
%! fail("deval(swing.x, 1)", "expected the struct that ode45 gives");
%! for solver = {@ode23t, @ode23tb}
%!   [t, y] = solver{1}(@(t, y) -1000 * (y - cos(t)), [0 1], 0);
%!   assert(y(end), cos(1), 0.01);
%! end
%! [values, places] = mink([5 2; 4 9; 1 7], 2);
%! assert({values, places}, {[1 2; 4 7], [3 1; 2 3]});
%! assert(maxk([5 2 8; 4 9 1], 1, 2), [8; 9]);
%! assert(mink([3 1], 5), [1 3]);
%! fail("maxk([1 2], -1)", "a whole number from 0");
%! A = [1 2 3; 2 4 6];
%! x = lsqminnorm(A, [1; 2]);
%! assert(A * x, [1; 2], 1e-12);
%! assert(x, [1; 2; 3] / 14, 1e-12); # along the only row

## spheres in place of boxes and cylinders: in their places, near all of their inside
%!test
%! pose = trvec2tform([1 2 3]) * eul2tform([0.3 0.2 0.1]);
%! box = collisionBox(0.5, 0.2, 0.31, "Pose", pose);
%! spheres = exampleHelperApproximateCollisionBoxSpheres(box, 0.05);
%! assert(size(spheres), [4 5*2*4]);
%! assert(unique(spheres(1, :)), 0.05);
%! own = pose \ [spheres(2:4, :); ones(1, 40)];
%! assert(all(all(abs(own(1:3, :)) < [0.5; 0.2; 0.31]/2)));
%! assert(max(own(1, :)), 0.2, 1e-12);
%! can = collisionCylinder(0.1, 0.2, "Pose", pose);
%! spheres = exampleHelperApproximateCollisionCylinderSpheres(can, 0.02);
%! own = pose \ [spheres(2:4, :); ones(1, columns(spheres))];
%! assert(all(hypot(own(1, :), own(2, :)) <= 0.08 + 1e-12) && all(abs(own(3, :)) <= 0.08 + 1e-12));
%! rand("twister", 3);
%! angle = 2*pi*rand(1, 300);
%! inside = [0.1*sqrt(rand(1, 300)) .* [cos(angle); sin(angle)]; 0.2*rand(1, 300) - 0.1];
%! for x = inside
%!   assert(min(sqrt(sumsq(own(1:3, :) - x, 1))) < 2*0.02);
%! end
%! thin = exampleHelperApproximateCollisionCylinderSpheres(collisionCylinder(0.01, 0.01), 0.02);
%! assert(thin, [0.02; 0; 0; 0]);
%! fail("exampleHelperApproximateCollisionBoxSpheres(can, 0.1)", "(box,radius)");
%! fail("exampleHelperApproximateCollisionCylinderSpheres(can, 0)", "a radius above 0");
