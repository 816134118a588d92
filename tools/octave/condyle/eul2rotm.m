function rotm = eul2rotm(eul, sequence = "ZYX")
  % EUL2ROTM  Rotation matrices of Euler angles.
  %
  %   rotm = eul2rotm(eul)
  %   rotm = eul2rotm(eul,sequence)
  %
  %   eul is n-by-3, rad, and rotm 3-by-3-by-n.
  %   sequence is the order of the axes, "ZYX" by default: "ZYX" is a rotation about z, then about the new y, then about
  %   the new x.  The others: "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY".
  %
  %   Example:
  %     >> round(eul2rotm([0 pi/2 0]))
  %     ans =
  %
  %        0   0   1
  %        0   1   0
  %       -1   0   0
  %
  %   See also rotm2eul, eul2tform, eul2quat.
  eul = needRows("eul2rotm", "Euler angles", eul, 3);
  rotm = rotationFromEuler(eul, eulerAxes("eul2rotm", sequence));
end
