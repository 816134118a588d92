function tform = rotm2tform(rotm)
  % ROTM2TFORM  Rotation matrices as homogeneous transforms.
  %
  %   tform = rotm2tform(rotm)
  %
  %   rotm is 3-by-3-by-n, and tform 4-by-4-by-n; or 2-by-2-by-n, and tform is 3-by-3-by-n.
  %
  %   Example:
  %     >> rotm2tform([1 0 0; 0 -1 0; 0 0 -1])(3,:)
  %     ans =
  %
  %        0   0  -1   0
  %
  %   See also tform2rotm, trvec2tform.
  tform = transformFrom(needPages("rotm2tform", "rotation matrices", rotm, [2 3]));
end
