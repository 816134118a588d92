function rotm = tform2rotm(tform)
  % TFORM2ROTM  Rotation matrices of homogeneous transforms.
  %
  %   rotm = tform2rotm(tform)
  %
  %   tform is 4-by-4-by-n, and rotm 3-by-3-by-n; or 3-by-3-by-n, and rotm is 2-by-2-by-n.
  %
  %   Example:
  %     >> tform2rotm([1 0 0 5; 0 -1 0 6; 0 0 -1 7; 0 0 0 1])(3,:)
  %     ans =
  %
  %        0   0  -1
  %
  %   See also rotm2tform, tform2trvec.
  tform = needPages("tform2rotm", "transforms", tform, [3 4]);
  rotm = tform(1:end - 1, 1:end - 1, :);
end
