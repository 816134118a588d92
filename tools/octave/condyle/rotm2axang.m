function axang = rotm2axang(rotm)
  % ROTM2AXANG  Axes and angles of rotation matrices.
  %
  %   axang = rotm2axang(rotm)
  %
  %   rotm is 3-by-3-by-n, and axang n-by-4, [x y z angle], the angle from 0 to pi.  The axis of no rotation is z.
  %
  %   Example:
  %     >> rotm2axang([1 0 0; 0 -1 0; 0 0 -1])
  %     ans =
  %
  %        1.0000        0        0   3.1416
  %
  %   See also axang2rotm, tform2axang, quat2axang.
  axang = axisFromQuaternion("rotm2axang", quaternionFromRotation(needPages("rotm2axang", "rotation matrices", rotm, ...
                                                                            3)));
end
