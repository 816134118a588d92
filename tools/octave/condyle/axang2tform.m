function tform = axang2tform(axang)
  % AXANG2TFORM  Homogeneous transforms of axes and angles.
  %
  %   tform = axang2tform(axang)
  %
  %   axang is n-by-4, [x y z angle], the axis of any length above 0 and the angle in rad; tform is 4-by-4-by-n.
  %
  %   Example:
  %     >> round(axang2tform([1 0 0 pi/2]))
  %     ans =
  %
  %        1   0   0   0
  %        0   0  -1   0
  %        0   1   0   0
  %        0   0   0   1
  %
  %   See also tform2axang, axang2rotm, axang2quat.
  tform = transformFrom(rotationFromAxis("axang2tform", needRows("axang2tform", "axes and angles", axang, 4)));
end
