function axang = quat2axang(quat)
  % QUAT2AXANG  Axes and angles of quaternions.
  %
  %   axang = quat2axang(quat)
  %
  %   quat is n-by-4, [w x y z] of any length above 0, or a quaternion object; axang is n-by-4, [x y z angle], the angle
  %   from 0 to pi.  The axis of no rotation is z.
  %
  %   Example:
  %     >> quat2axang([1 1 0 0])
  %     ans =
  %
  %        1.0000        0        0   1.5708
  %
  %   See also axang2quat, rotm2axang, tform2axang.
  axang = axisFromQuaternion("quat2axang", needRows("quat2axang", "quaternions", quat, 4));
end
