## Conversions between forms of rotations and transforms.  The numbers are SciPy's (scipy.spatial.transform.Rotation).

%!function check_rotations(found, expected)
%!  assert(size(found), size(expected));
%!  assert(found, expected, 1e-14);
%!endfunction

## Euler angles of every sequence: the quaternion [w x y z] of the same three angles
%!test
%! angles = [0.3 0.8 -1.1; -2.0 0.4 2.9];
%! sequences = {"ZYX", "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", ...
%!              "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY"};
%! quaternions = [
%!   0.7459925955997304 -0.5256326836673730 0.2563172863759091 0.3186012835440288
%!   0.1021461751052199 -0.5458185132905811 0.8057530619943120 0.2059376423760943
%!   0.8483533546735826 -0.2508701838500143 0.2978435767000479 -0.3586780454497615
%!   0.8824981101298504 0.1267042865777734 -0.1530213277990193 0.4262951824952812
%!   0.8068270643494440 0.4002043357739001 -0.4264091451437760 -0.0839155456324028
%!   0.2297663759345577 0.8316229574360509 0.5055285382936021 0.0071809557824736
%!   0.8483533546735826 0.2978435767000479 0.2508701838500143 -0.3586780454497615
%!   0.8824981101298504 -0.1530213277990193 -0.1267042865777734 0.4262951824952812
%!   0.8483533546735826 0.2978435767000479 -0.3586780454497615 -0.2508701838500143
%!   0.8824981101298504 -0.1530213277990193 0.4262951824952812 0.1267042865777734
%!   0.8068270643494440 -0.4264091451437760 -0.0839155456324028 0.4002043357739001
%!   0.2297663759345577 0.5055285382936021 0.0071809557824736 0.8316229574360509
%!   0.7459925955997304 0.2563172863759091 0.3186012835440288 -0.5256326836673730
%!   0.1021461751052199 0.8057530619943120 0.2059376423760943 -0.5458185132905811
%!   0.8483533546735826 0.2508701838500143 -0.3586780454497615 0.2978435767000479
%!   0.8824981101298504 -0.1267042865777734 0.4262951824952812 -0.1530213277990193
%!   0.8483533546735826 -0.3586780454497615 0.2978435767000479 0.2508701838500143
%!   0.8824981101298504 0.4262951824952812 -0.1530213277990193 -0.1267042865777734
%!   0.8068270643494440 -0.0839155456324028 0.4002043357739001 -0.4264091451437760
%!   0.2297663759345577 0.0071809557824736 0.8316229574360509 0.5055285382936021
%!   0.8483533546735826 -0.3586780454497615 -0.2508701838500143 0.2978435767000479
%!   0.8824981101298504 0.4262951824952812 0.1267042865777734 -0.1530213277990193
%!   0.7459925955997304 0.3186012835440288 -0.5256326836673730 0.2563172863759091
%!   0.1021461751052199 0.2059376423760943 -0.5458185132905811 0.8057530619943120
%! ];
%! for k = 1:12
%!   q = quaternions(2 * k - 1:2 * k, :);
%!   R = eul2rotm(angles, sequences{k});
%!   check_rotations(rotm2quat(R), q);
%!   given = eul2quat(angles, lower(sequences{k}));
%!   check_rotations(given .* sign(given(:, 1)), q);
%!   check_rotations(quat2rotm(3 * q), R);
%!   check_rotations(eul2tform(angles, sequences{k})(1:3, 1:3, :), R);
%!   [first, second] = rotm2eul(R, sequences{k});
%!   for found = {first, second, quat2eul(q, sequences{k}), tform2eul(rotm2tform(R), sequences{k})}
%!     assert(all(abs(found{1}(:)) <= pi));
%!     check_rotations(eul2rotm(found{1}, sequences{k}), R);
%!   end
%!   assert(max(abs(first - second)(:)) > 0.1);
%!   assert(quat2eul(q, sequences{k}), angles, 1e-14); # all of these have their second angle in the usual range
%! end

## axes and angles: rotation matrices
%!test
%! vectors = [0.1 0.2 -0.3; 2 -1 1.5; 0 0 3];
%! R = zeros(3, 3, 3);
%! R(:, :, 1) = [0.9357548032779188 0.3029327134026371 0.1805400766943977; -0.2831649605650737 0.9505806179060914 -0.1273345749176303; -0.2101917059507428 0.0680313164049400 0.9752903089530457];
%! R(:, :, 2) = [0.1478826486622813 -0.7661965209626673 0.6253587878085136; -0.2825632960683713 -0.6386872141109976 -0.7157070813161701; 0.9477809377380442 -0.0708627814571088 -0.3109497712887981];
%! R(:, :, 3) = [-0.9899924966004456 -0.1411200080598672 0.0000000000000000; 0.1411200080598672 -0.9899924966004456 0.0000000000000000; 0.0000000000000000 0.0000000000000000 1.0000000000000002];
%! angle = sqrt(sum(vectors .^ 2, 2));
%! axang = [vectors ./ angle, angle];
%! check_rotations(axang2rotm([5 * axang(:, 1:3), angle]), R);
%! check_rotations(axang2tform(axang)(1:3, 1:3, :), R);
%! check_rotations(rotm2axang(R), axang);
%! check_rotations(tform2axang(rotm2tform(R)), axang);
%! check_rotations(quat2axang(-axang2quat(axang)), axang);
%! check_rotations(quat2rotm(axang2quat(axang)), R);
%! check_rotations(quat2tform(axang2quat(axang)), axang2tform(axang));
%! check_rotations(tform2quat(axang2tform(axang)), rotm2quat(R));

## half turns lose no digits, and no turn has the axis z
%!test
%! axes = [1 2 -2; 1 0 0; 0 1 0; 0 0 1; -2 -1 2] ./ [3 1 1 1 3]';
%! R = axang2rotm([axes, pi * ones(5, 1)]);
%! found = rotm2axang(R);
%! assert(found(:, 4), pi * ones(5, 1), 1e-14);
%! assert(abs(sum(found(:, 1:3) .* axes, 2)), ones(5, 1), 1e-14);
%! assert(rotm2axang(eye(3)), [0 0 1 0]);
%! assert(quat2axang([-2 0 0 0]), [0 0 1 0]);
%! assert(rotm2axang(axang2rotm([0 1 0 1e-9])), [0 1 0 1e-9], 1e-15);

## where two axes coincide the first angle is 0; the numbers of the documented examples
%!test
%! assert(rotm2eul([0 0 1; 0 1 0; -1 0 0]), [0 pi/2 0], 1e-15);
%! assert(rotm2eul([0 0 1; 0 1 0; -1 0 0], "ZYZ"), [-pi -pi/2 -pi], 1e-15);
%! assert(tform2eul([1 0 0 0.5; 0 -1 0 5; 0 0 -1 -1.2; 0 0 0 1]), [0 0 pi], 1e-15);
%! assert(tform2eul([1 0 0 0.5; 0 -1 0 5; 0 0 -1 -1.2; 0 0 0 1], "ZYZ"), [0 -pi pi], 1e-15);
%! assert(quat2eul([0.7071 0.7071 0 0], "ZYZ"), [-pi/2 pi/2 pi/2], 1e-15);
%! for sequence = {"ZYX", "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY"}
%!   s = sequence{1};
%!   for middle = [0 pi/2 -pi/2 pi]
%!     R = eul2rotm([0.4 middle -0.7], s);
%!     found = {rotm2eul(R, s), quat2eul(rotm2quat(R), s)};
%!     for k = 1:2
%!       assert(eul2rotm(found{k}, s), R, 1e-14);
%!       if (s(1) == s(3)) == (abs(sin(middle)) < 1e-9)
%!         assert(found{k}(1), 0);
%!       end
%!     end
%!   end
%! end

## translations, pages and planes
%!test
%! T = trvec2tform([1 2 3; 4 5 6]);
%! assert(T(:, :, 2), [1 0 0 4; 0 1 0 5; 0 0 1 6; 0 0 0 1]);
%! assert(tform2trvec(T), [1 2 3; 4 5 6]);
%! assert(trvec2tform([7 8]), [1 0 7; 0 1 8; 0 0 1]);
%! assert(tform2trvec(trvec2tform([7 8; 9 1])), [7 8; 9 1]);
%! assert(rotm2tform([0 -1; 1 0]), [0 -1 0; 1 0 0; 0 0 1]);
%! assert(tform2rotm([0 -1 3; 1 0 4; 0 0 1]), [0 -1; 1 0]);
%! assert(size(tform2rotm(repmat(eye(4), 1, 1, 5))), [3 3 5]);
%! assert(size(trvec2tform(zeros(0, 3))), [4 4 0]);
%! assert(size(rotm2quat(zeros(3, 3, 0))), [0 4]);
%! assert(class(eul2rotm(single([1 2 3]))), "single");
%! assert(class(eul2rotm(int8([1 2 3]))), "double");
%! assert(cart2hom([1 2; 3 4]), [1 2 1; 3 4 1]);
%! assert(hom2cart([2 4 2; 3 6 3]), [1 2; 1 2]);

## angles within a turn, and their differences
%!test
%! assert(wrapToPi([0 pi -pi 3*pi -3*pi 4 -4 2*pi]), [0 pi -pi pi -pi 4-2*pi 2*pi-4 0], 1e-15);
%! assert(wrapTo2Pi([0 2*pi -2*pi 4*pi -1 7]), [0 2*pi 0 2*pi 2*pi-1 7-2*pi], 1e-15);
%! assert(wrapTo180([180 -180 540 -540 190 -190 360]), [180 -180 180 -180 -170 170 0]);
%! assert(wrapTo360([0 360 -360 720 -1 361]), [0 360 0 360 359 1]);
%! assert(isnan(wrapToPi([NaN Inf])), true(1, 2));
%! assert(angdiff(pi, 2*pi), pi, 1e-15);
%! assert(angdiff([pi/2 3*pi/4 0], [pi pi/2 -pi]), [pi/2 -pi/4 -pi], 1e-15);
%! assert(angdiff([pi/2 3*pi/4 0 -pi/4]), [pi/4 -3*pi/4 -pi/4], 1e-15);
%! assert(angdiff([0 1; 3 -3]), [3 -4+2*pi], 1e-15);
%! assert(size(angdiff(zeros(3, 2))), [2 2]);

## faults name the function, what it expects and what it got
%!error <eul2rotm: expected Euler angles, n-by-3 real numbers, not double of 1-by-2> eul2rotm([1 2])
%!error <one of ZYX, ZYZ> eul2rotm([1 2 3], "XXY")
%!error <tform2eul: expected transforms, 4-by-4-by-n real numbers> tform2eul(eye(3))
%!error <3-by-3-by-n or 4-by-4-by-n> tform2trvec(eye(2))
%!error <n-by-2 or n-by-3> trvec2tform([1 2 3 4])
%!error <quaternion 2 has the length 0> quat2rotm([1 0 0 0; 0 0 0 0])
%!error <axis 1 has the length 0> axang2rotm([0 0 0 1])
%!error id=condyle:argument rotm2quat("a")
%!error id=condyle:argument quat2eul({1 2 3 4})
%!error id=condyle:argument eul2quat(1i * [1 2 3])
%!error <of one size> angdiff([1 2], [1 2 3])
%!error id=condyle:argument wrapToPi("a")
%!error id=condyle:argument wrapTo360({})
%!error id=condyle:argument hom2cart(1)
%!error id=condyle:argument cart2hom("a")
