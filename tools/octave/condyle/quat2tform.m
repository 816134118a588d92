function tform = quat2tform(quat)
  % QUAT2TFORM  Homogeneous transforms of quaternions.
  %
  %   tform = quat2tform(quat)
  %
  %   quat is n-by-4, [w x y z] of any length above 0, or a quaternion object; tform is 4-by-4-by-n.
  %
  %   Example:
  %     >> quat2tform([1 1 0 0])(3,:)
  %     ans =
  %
  %             0   1.0000   0.0000        0
  %
  %   See also tform2quat, quat2rotm, quat2eul.
  tform = transformFrom(rotationFromQuaternion("quat2tform", needRows("quat2tform", "quaternions", quat, 4)));
end
