function quat = tform2quat(tform)
  % TFORM2QUAT  Quaternions of homogeneous transforms.
  %
  %   quat = tform2quat(tform)
  %
  %   tform is 4-by-4-by-n, and quat n-by-4, [w x y z] with length 1 and w not below 0.
  %
  %   Example:
  %     >> tform2quat([1 0 0 0; 0 -1 0 0; 0 0 -1 0; 0 0 0 1])
  %     ans =
  %
  %        0   1   0   0
  %
  %   See also quat2tform, rotm2quat.
  quat = quaternionFromRotation(needPages("tform2quat", "transforms", tform, 4)(1:3, 1:3, :));
end
