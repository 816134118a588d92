function rotm = axang2rotm(axang)
  % AXANG2ROTM  Rotation matrices of axes and angles.
  %
  %   rotm = axang2rotm(axang)
  %
  %   axang is n-by-4, [x y z angle], the axis of any length above 0 and the angle in rad; rotm is 3-by-3-by-n.
  %
  %   Example:
  %     >> round(axang2rotm([0 1 0 pi/2]))
  %     ans =
  %
  %        0   0   1
  %        0   1   0
  %       -1   0   0
  %
  %   See also rotm2axang, axang2tform, axang2quat.
  rotm = rotationFromAxis("axang2rotm", needRows("axang2rotm", "axes and angles", axang, 4));
end
