function quat = axang2quat(axang)
  % AXANG2QUAT  Quaternions of axes and angles.
  %
  %   quat = axang2quat(axang)
  %
  %   axang is n-by-4, [x y z angle], the axis of any length above 0 and the angle in rad; quat is n-by-4, [w x y z].
  %
  %   Example:
  %     >> axang2quat([1 0 0 pi/2])
  %     ans =
  %
  %        0.7071   0.7071        0        0
  %
  %   See also quat2axang, axang2rotm, axang2tform.
  axang = needRows("axang2quat", "axes and angles", axang, 4);
  quat = [cos(axang(:, 4) / 2), unitRows("axang2quat", "axis", axang(:, 1:3)) .* sin(axang(:, 4) / 2)];
end
