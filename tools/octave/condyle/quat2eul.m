function [eul, eulAlt] = quat2eul(quat, sequence = "ZYX")
  % QUAT2EUL  Euler angles of quaternions.
  %
  %   eul = quat2eul(quat)
  %   eul = quat2eul(quat,sequence)
  %   [eul,eulAlt] = quat2eul(...)
  %
  %   quat is n-by-4, [w x y z] of any length above 0, or a quaternion object; eul is n-by-3, rad.
  %   sequence is the order of the axes, "ZYX" by default: "ZYX" is a rotation about z, then about the new y, then about
  %   the new x.  The others: "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY".
  %
  %   eulAlt are the other angles of the same rotations.  Where the axes of the first and the last rotation coincide,
  %   the first angle is 0.  For two equal axes the second angle is not below 0.
  %
  %   Example:
  %     >> quat2eul([1 1 0 0])
  %     ans =
  %
  %             0        0   1.5708
  %
  %   See also eul2quat, rotm2eul, tform2eul.
  quat = needRows("quat2eul", "quaternions", quat, 4);
  axes = eulerAxes("quat2eul", sequence);
  eul = eulerFromRotation(rotationFromQuaternion("quat2eul", quat), axes, true);
  eulAlt = otherEuler(eul, axes);
end
