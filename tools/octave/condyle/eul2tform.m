function tform = eul2tform(eul, sequence = "ZYX")
  % EUL2TFORM  Homogeneous transforms of Euler angles.
  %
  %   tform = eul2tform(eul)
  %   tform = eul2tform(eul,sequence)
  %
  %   eul is n-by-3, rad, and tform 4-by-4-by-n.
  %   sequence is the order of the axes, "ZYX" by default: "ZYX" is a rotation about z, then about the new y, then about
  %   the new x.  The others: "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY".
  %
  %   Example:
  %     >> round(eul2tform([0 pi/2 pi/2],"ZYZ"))
  %     ans =
  %
  %        0   0   1   0
  %        1   0   0   0
  %        0   1   0   0
  %        0   0   0   1
  %
  %   See also tform2eul, eul2rotm, eul2quat.
  eul = needRows("eul2tform", "Euler angles", eul, 3);
  tform = transformFrom(rotationFromEuler(eul, eulerAxes("eul2tform", sequence)));
end
