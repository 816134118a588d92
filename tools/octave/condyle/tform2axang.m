function axang = tform2axang(tform)
  % TFORM2AXANG  Axes and angles of homogeneous transforms.
  %
  %   axang = tform2axang(tform)
  %
  %   tform is 4-by-4-by-n, and axang n-by-4, [x y z angle], the angle from 0 to pi.  The axis of no rotation is z.
  %
  %   Example:
  %     >> tform2axang([1 0 0 0; 0 0 -1 0; 0 1 0 0; 0 0 0 1])
  %     ans =
  %
  %        1.0000        0        0   1.5708
  %
  %   See also axang2tform, rotm2axang, quat2axang.
  tform = needPages("tform2axang", "transforms", tform, 4);
  axang = axisFromQuaternion("tform2axang", quaternionFromRotation(tform(1:3, 1:3, :)));
end
