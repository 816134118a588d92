function [eul, eulAlt] = rotm2eul(rotm, sequence = "ZYX")
  % ROTM2EUL  Euler angles of rotation matrices.
  %
  %   eul = rotm2eul(rotm)
  %   eul = rotm2eul(rotm,sequence)
  %   [eul,eulAlt] = rotm2eul(...)
  %
  %   rotm is 3-by-3-by-n, and eul n-by-3, rad.
  %   sequence is the order of the axes, "ZYX" by default: "ZYX" is a rotation about z, then about the new y, then about
  %   the new x.  The others: "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY".
  %
  %   eulAlt are the other angles of the same rotations.  Where the axes of the first and the last rotation coincide,
  %   the first angle is 0.
  %
  %   Example:
  %     >> rotm2eul([0 0 1; 0 1 0; -1 0 0])
  %     ans =
  %
  %             0   1.5708        0
  %
  %   See also eul2rotm, tform2eul, quat2eul.
  rotm = needPages("rotm2eul", "rotation matrices", rotm, 3);
  axes = eulerAxes("rotm2eul", sequence);
  eul = eulerFromRotation(rotm, axes);
  eulAlt = otherEuler(eul, axes);
end
