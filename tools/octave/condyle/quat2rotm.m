function rotm = quat2rotm(quat)
  % QUAT2ROTM  Rotation matrices of quaternions.
  %
  %   rotm = quat2rotm(quat)
  %
  %   quat is n-by-4, [w x y z] of any length above 0, or a quaternion object; rotm is 3-by-3-by-n.
  %
  %   Example:
  %     >> quat2rotm([1 1 0 0])
  %     ans =
  %
  %        1.0000        0        0
  %             0   0.0000  -1.0000
  %             0   1.0000   0.0000
  %
  %   See also rotm2quat, quat2tform, quat2eul.
  rotm = rotationFromQuaternion("quat2rotm", needRows("quat2rotm", "quaternions", quat, 4));
end
