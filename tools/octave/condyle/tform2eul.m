function [eul, eulAlt] = tform2eul(tform, sequence = "ZYX")
  % TFORM2EUL  Euler angles of homogeneous transforms.
  %
  %   eul = tform2eul(tform)
  %   eul = tform2eul(tform,sequence)
  %   [eul,eulAlt] = tform2eul(...)
  %
  %   tform is 4-by-4-by-n, and eul n-by-3, rad.
  %   sequence is the order of the axes, "ZYX" by default: "ZYX" is a rotation about z, then about the new y, then about
  %   the new x.  The others: "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY".
  %
  %   eulAlt are the other angles of the same rotations.  Where the axes of the first and the last rotation coincide,
  %   the first angle is 0.
  %
  %   Example:
  %     >> tform2eul([1 0 0 0.5; 0 -1 0 5; 0 0 -1 -1.2; 0 0 0 1])
  %     ans =
  %
  %             0        0   3.1416
  %
  %   See also eul2tform, rotm2eul, quat2eul.
  tform = needPages("tform2eul", "transforms", tform, 4);
  axes = eulerAxes("tform2eul", sequence);
  eul = eulerFromRotation(tform(1:3, 1:3, :), axes);
  eulAlt = otherEuler(eul, axes);
end
