## Objects of rotations and transforms.  Numbers are SciPy's (Rotation, Slerp).

%!shared a, b
%! a = quaternion([0.3 -0.5 0.9], "rotvec");
%! b = quaternion([-1.0 0.7 0.2], "rotvec");

%!test
%! assert(compact(a), [0.8596611742225571 0.1429151158770904 -0.2381918597951506 0.4287453476312711], 1e-15);
%! assert(compact(a * b), [0.8053737926701916 -0.4495106872670303 -0.1263706905126116 0.3651624908066532], 1e-15);
%! assert(compact(slerp(a, b, [0.25; 0.5; 0.9])), [0.9235161861095664 -0.02028855383548088 -0.0965413007342618 0.3706561827751459; 0.9373608272990057 -0.1823935550964419 0.05033717561704817 0.2924951952690903; 0.8546507453287208 -0.4177521757996547 0.2764066058721046 0.1365818851604396], 1e-15);
%! assert(compact(slerp(a, -b, 0.5)), [0.9373608272990057 -0.1823935550964419 0.05033717561704817 0.2924951952690903], 1e-15);
%! assert(dist(a, b), 1.86587516599056, 1e-14);
%! assert(compact(log(a)), [0 0.15 -0.25 0.4500000000000001], 1e-15);
%! assert(compact(exp(log(a))), compact(a), 1e-15);
%! assert(compact(a .^ 2), compact(a * a), 1e-15);
%! assert(rotatepoint(a, [1 2 3; -1 0.5 2]), [-1.952524272358911 0.5021864412814412 3.152056113720437; -1.495461487227566 -1.273245239188181 1.180017585082421], 1e-14);
%! assert(rotateframe(conj(a), [1 2 3; -1 0.5 2]), [-1.952524272358911 0.5021864412814412 3.152056113720437; -1.495461487227566 -1.273245239188181 1.180017585082421], 1e-14);
%! assert(rotmat(a, "point") * [1; 2; 3], [-1.952524272358911 0.5021864412814412 3.152056113720437]', 1e-14);
%! assert(rotmat(a, "frame"), rotmat(a, "point")', 1e-15);
%! assert(compact(meanrot([a; b; a * b])), [0.9001350093411086 -0.2911484230525064 -0.01504256742227628 0.3236715648274772], 1e-14);
%! assert(rotvec(a), [0.3 -0.5 0.9], 1e-15);
%! assert(rotvecd(a), [0.3 -0.5 0.9] * 180 / pi, 1e-13);

## forms of quaternions: a frame is turned about turning axes, a point about fixed ones
%!test
%! angles = [0.3 0.8 -1.1];
%! for sequence = {"ZYX", "XYZ", "ZYZ", "YXZ"}
%!   for type = {"frame", "point"}
%!     q = quaternion(angles, "euler", sequence{1}, type{1});
%!     assert(euler(q, sequence{1}, type{1}), angles, 1e-14);
%!     assert(eulerd(quaternion(angles * 180 / pi, "eulerd", sequence{1}, type{1}), sequence{1}, type{1}), ...
%!            angles * 180 / pi, 1e-12);
%!     assert(compact(quaternion(rotmat(q, type{1}), "rotmat", type{1})), compact(q) * sign(compact(q)(1)), 1e-14);
%!   end
%! end
%! q = quaternion([0 45 30], "eulerd", "ZYX", "point");
%! assert(rotmat(q, "point"), rotx(30) * roty(45), 1e-15);
%! q = quaternion([0 45 30], "eulerd", "ZYX", "frame");
%! assert(rotmat(q, "frame"), rotx(30)' * roty(45)', 1e-15);
%! assert(compact(quaternion(so3(quat2rotm([1 2 3 4])))), [1 2 3 4] / sqrt(30), 1e-15);
%! assert(quat2eul(q), eul2quat([0 pi/4 pi/6])(1) * 0 + [0 pi/4 pi/6], 1e-14);

## arithmetic and elements
%!test
%! q = [a; b; quaternion(1, 2, 3, 4)];
%! assert(size(q), [3 1]);
%! assert(compact(q(2:end)), compact([b; quaternion([1 2 3 4])]));
%! assert(compact(q(3) * inv(q(3))), [1 0 0 0], 1e-15);
%! assert(compact(q ./ q), repmat([1 0 0 0], 3, 1), 1e-15);
%! assert(compact(q .\ q), repmat([1 0 0 0], 3, 1), 1e-15);
%! assert(norm(q)(3), sqrt(30), 1e-15);
%! assert(norm(normalize(q)), ones(3, 1), 1e-15);
%! assert(compact(2 * q(3) - q(3) + 1), [2 2 3 4]);
%! assert(compact(q(3)'), [1 -2 -3 -4]);
%! assert(compact(prod(q(1:2))), compact(a * b), 1e-15);
%! q(2) = q(3);
%! assert(compact(q(2)), [1 2 3 4]);
%! q(1) = [];
%! assert(numel(q), 2);
%! [w, x, y, z] = parts(quaternion([1 2; 3 4], zeros(2), ones(2), 2 * ones(2)));
%! assert({w, x, y, z}, {[1 2; 3 4], zeros(2), ones(2), 2 * ones(2)});
%! assert(q == q, true(2, 1));
%! assert(! isequal(q, q(1)));
%! rates = angvel(quaternion([0 0 0; 0 0 0.1; 0 0 0.3], "rotvec"), 0.1, "frame");
%! assert(rates, [0 0 0; 0 0 1; 0 0 2], 1e-12);
%! assert(isempty(strfind(evalc("q"), "error")));
%!error <frame.*point> rotmat(quaternion(1, 0, 0, 0), "fram")
%!error <no form 'rotvex'> quaternion([1 2 3], "rotvex")
%!error <four arrays> quaternion([1 2], 3, 4, 5)
%!error <real numbers> quaternion(1, 0, 0, 0) * "a"
%!error <frame.*point> quaternion([1 2 3], "euler", "ZYX")

## transforms: products, quotients, points, elements
%!test
%! R = eul2rotm([0.1 0.2 0.3]);
%! T = se3(R, [1 2 3]);
%! S = se3([0.4 0.5 -0.6], "eul", "XYZ", [-1 0 2]);
%! assert(tform(T), [R [1; 2; 3]; 0 0 0 1]);
%! assert(tform(T * S), tform(T) * tform(S), 1e-15);
%! assert(tform(T / S), tform(T) / tform(S), 1e-14);
%! assert(tform(T \ S), tform(T) \ tform(S), 1e-14);
%! assert(tform(inv(T)), inv(tform(T)), 1e-15);
%! assert(tform(T ^ 3), tform(T) ^ 3, 1e-14);
%! assert(tform(T ^ -2), inv(tform(T)) ^ 2, 1e-14);
%! assert(transform(T, [1 1 1; 0 0 0]), [(R * [1; 1; 1])' + [1 2 3]; 1 2 3], 1e-15);
%! assert(T * [1; 1; 1], R * [1; 1; 1] + [1; 2; 3], 1e-15);
%! assert(T * [1; 1; 1; 1], [R * [1; 1; 1] + [1; 2; 3]; 1], 1e-15);
%! assert({trvec(T), rotm(T)}, {[1 2 3], R});
%! assert(eul(S, "XYZ"), [0.4 0.5 -0.6], 1e-15);
%! assert(tform(se3(xyzquat(T), "xyzquat")), tform(T), 1e-15);
%! assert(tform(se3(axang(S), "axang", trvec(S))), tform(S), 1e-15);
%! assert(tform(se3(quat(S), "quat")), tform(se3(so3(S))), 1e-15);
%! assert(rotm(so3(pi / 3, "rotx")), rotx(60), 1e-15);
%! assert(rotm(so3([0.1 0.2], "rotz"))(:, :, 2), rotz(0.2 * 180 / pi), 1e-15);
%! all = [T, S, se3];
%! assert(tform(all(2)), tform(S));
%! assert(tform(T * all)(:, :, 2), tform(T * S), 1e-15);
%! assert(tform(all .* all)(:, :, 1), tform(T * T), 1e-15);
%! all(5) = T;
%! assert(size(all), [1 5]);
%! assert(tform(all(4)), eye(4));
%! assert(size(all'), [1 5]);
%! assert(size(all.'), [5 1]);
%! assert(tform2trvec(all)(5, :), [1 2 3]);
%! assert(isequal(all(5), T) && all(5) == T && all(1) != S);
%! rough = se3([R * 1.001, [1; 2; 3]; 0 0 0 1]);
%! assert(tform(normalize(rough)), tform(T), 1e-12);
%! assert(transform(se3, [1 2 3]', "IsCol", true), [1; 2; 3]);

## interpolation and distance
%!test
%! T = se3(rotm(so3(1.2, "roty")), [3 0 0]);
%! all = interp(se3, T, 4);
%! assert(size(all), [1 4]);
%! assert(trvec(all), [0 0 0; 1 0 0; 2 0 0; 3 0 0], 1e-14);
%! assert(axang(all(3)), [0 1 0 0.8], 1e-14);
%! assert(tform(interp(se3, T, 0.5)), tform(se3(0.6, "roty", [1.5 0 0])), 1e-14);
%! assert(dist(se3, T), 3 + 0.12, 1e-14);
%! assert(dist(se3, T, [0 1]), 1.2, 1e-14);
%! assert(dist(so3, so3(T)), 1.2, 1e-14);
%! assert(theta(interp(so2, so2(1, "theta"), [0.2 0.7])), [0.2; 0.7], 1e-15);

## planes
%!test
%! T = se2([1 2 pi/2; 0 0 0.3], "xytheta");
%! assert(xytheta(T), [1 2 pi/2; 0 0 0.3], 1e-15);
%! assert(transform(T(1), [1 0]), [1 3], 1e-15);
%! assert(theta(so2(T)), [pi/2; 0.3], 1e-15);
%! assert(xytheta(se2(0.3, "theta", [5 6])), [5 6 0.3], 1e-15);
%! assert(xytheta(se2(so2(0.2, "theta"))), [0 0 0.2], 1e-15);
%! assert(trvec(se2([4 5], "trvec")), [4 5]);
%!error <one class> se3 * so3
%!error <of one shape> [se3 se3] * [se3 se3 se3]
%!error <there is no form 'rotw'> so3(1, "rotw")
%!error <2 rotations and 3 translations> se3(repmat(eye(3), 1, 1, 2), zeros(3, 3))
%!error <points of 3 coordinates> transform(se3, [1 2])
%!error [se3 so3]
%!error <points from 0 to 1> interp(se3, se3, 1.5)
%!error <expected a se3 on the right side> feval(@() subsasgn(se3, struct("type", "()", "subs", {{1}}), 3))

