## Every quantity of the library has a call in Octave, a function with a help text, and a line of the package's index.

%!function names = quantities_of_library()
%!  text = fileread(fullfile(getenv("CONDYLE_ROOT"), "lib", "core", "dynamics", "quantities.def"));
%!  names = cellfun(@(token) token{1}, regexp(text, '^QUANTITY\((\w+)', "tokens", "lineanchors"), "UniformOutput", ...
%!                  false);
%!endfunction
%!function name = function_of(quantity)
%!  ## the function has the quantity's name, or rigidBodyTree's, which writes words without underscores
%!  name = quantity;
%!  if ! exist(name, "file")
%!    name = regexprep(quantity, '_(\w)', '${upper($1)}');
%!    parts = strsplit(quantity, "_");
%!    name = [parts{1}, cellfun(@(part) [upper(part(1)) part(2:end)], parts(2:end), "UniformOutput", false){:}];
%!  end
%!endfunction
%!test
%! parts_of_others.forward_dynamics_by = "forwardDynamics"; # its argument METHOD
%! names = quantities_of_library();
%! assert(numel(names) >= 34);
%! index = strsplit(fileread(fullfile(getenv("CONDYLE_ROOT"), "tools", "octave", "package", "INDEX")), "\n");
%! for name = names
%!   if isfield(parts_of_others, name{1})
%!     own = parts_of_others.(name{1});
%!   else
%!     own = function_of(name{1});
%!     try
%!       condyle(name{1});
%!     catch failure
%!       assert(! isempty(strfind(failure.message, "the robot is missing")), "%s: %s", name{1}, failure.message);
%!     end
%!   end
%!   assert(exist(own, "file") == 2, "the quantity %s has no function %s", name{1}, own);
%!   assert(any(strcmp(strtrim(index), own)), "%s is not in tools/octave/package/INDEX", own);
%! end

## the products of vectors and derivatives are products with the matrices of derivatives, for many states too
%!test
%! for form = {"row", "column"}
%!   robot = loadrobot("universalUR5e", "DataFormat", form{1}, "Gravity", [0 0 -9.81]);
%!   turn = @(x) x;
%!   if strcmp(form{1}, "column")
%!     turn = @(x) x.';
%!   end
%!   rand("twister", 11);
%!   [q, qd, x, w] = deal(rand(3, 6), rand(3, 6), rand(3, 6), rand(3, 6));
%!   f = turn(rand(6, 6));
%!   [iq, iqd, iqdd] = inverse_dynamics_vjp(robot, turn(q), turn(qd), turn(x), f, turn(w));
%!   along = inverse_dynamics_jvp(robot, turn(q), turn(qd), turn(x), f, turn(w), turn(2 * w), turn(3 * w));
%!   [fq, fqd, ftau] = forward_dynamics_vjp(robot, turn(q), turn(qd), turn(x), f, turn(w));
%!   moved = forward_dynamics_jvp(robot, turn(q), turn(qd), turn(x), f, turn(w), turn(2 * w), turn(3 * w));
%!   [tq, tqd, up] = energy_gradient(robot, turn(q), turn(qd));
%!   parameters = regressor_transpose_times(robot, turn(q), turn(qd), turn(x), turn(w));
%!   for i = 1:3
%!     state = @(x) turn(x(i, :));
%!     at = @(x) turn(x)(i, :);
%!     [dq, dqd] = inverse_dynamics_derivatives(robot, state(q), state(qd), state(x), f);
%!     M = massMatrix(robot, state(q));
%!     assert(at(iq), w(i, :) * dq, 1e-10);
%!     assert(at(iqd), w(i, :) * dqd, 1e-10);
%!     assert(at(iqdd), w(i, :) * M, 1e-10);
%!     assert(at(along), w(i, :) * (dq + 2 * dqd + 3 * M)', 1e-10);
%!     [dq, dqd, dtau] = forward_dynamics_derivatives(robot, state(q), state(qd), state(x), f);
%!     assert(at(fq), w(i, :) * dq, 1e-9 * norm(dq));
%!     assert(at(fqd), w(i, :) * dqd, 1e-9 * norm(dqd));
%!     assert(at(ftau), w(i, :) * dtau, 1e-9 * norm(dtau));
%!     assert(at(moved), w(i, :) * (dq + 2 * dqd + 3 * dtau)', 1e-8 * norm(dq));
%!     h = 1e-6;
%!     for k = 1:6
%!       step = h * ((1:6) == k);
%!       [above, higher] = energy(robot, turn(q(i, :) + step), state(qd));
%!       [below, lower] = energy(robot, turn(q(i, :) - step), state(qd));
%!       assert([at(tq)(k), at(up)(k)], [above - below, higher - lower] / (2 * h), 1e-6);
%!     end
%!     assert(at(tqd), qd(i, :) * M, 1e-10);
%!     assert(at(parameters), w(i, :) * regressor(robot, state(q), state(qd), state(x)), 1e-9);
%!   end
%!   [force, gravity] = load_vjp(robot, turn(q(1, :)), turn(w(1, :)));
%!   tau = @(f) sum(w(1, :)(:) .* inverseDynamics(robot, turn(q(1, :)), [], [], f)(:));
%!   assert(sum((force .* f)(:)), tau(f) - tau([]), 1e-9);
%!   assert(robot.Gravity * gravity, tau([]), 1e-9);
%! end
