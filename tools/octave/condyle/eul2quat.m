function quat = eul2quat(eul, sequence = "ZYX")
  % EUL2QUAT  Quaternions of Euler angles.
  %
  %   quat = eul2quat(eul)
  %   quat = eul2quat(eul,sequence)
  %
  %   eul is n-by-3, rad, and quat n-by-4, [w x y z] with length 1.
  %   sequence is the order of the axes, "ZYX" by default: "ZYX" is a rotation about z, then about the new y, then about
  %   the new x.  The others: "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY".
  %
  %   Example:
  %     >> eul2quat([0 pi/2 0])
  %     ans =
  %
  %        0.7071        0   0.7071        0
  %
  %   See also quat2eul, eul2rotm, eul2tform.
  eul = needRows("eul2quat", "Euler angles", eul, 3);
  axes = eulerAxes("eul2quat", sequence);
  quat = turn(axes(1), eul(:, 1));
  for i = 2:3
    quat = multiplyQuaternions(quat, turn(axes(i), eul(:, i)));
  end
end

% Quaternions of rotations about axis number AXIS.
function q = turn(axis, angles)
  q = zeros(numel(angles), 4, class(angles));
  q(:, 1) = cos(angles / 2);
  q(:, 1 + axis) = sin(angles / 2);
end
