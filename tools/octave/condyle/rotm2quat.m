function quat = rotm2quat(rotm)
  % ROTM2QUAT  Quaternions of rotation matrices.
  %
  %   quat = rotm2quat(rotm)
  %
  %   rotm is 3-by-3-by-n, and quat n-by-4, [w x y z] with length 1 and w not below 0.
  %
  %   Example:
  %     >> rotm2quat([0 0 1; 0 1 0; -1 0 0])
  %     ans =
  %
  %        0.7071        0   0.7071        0
  %
  %   See also quat2rotm, tform2quat.
  quat = quaternionFromRotation(needPages("rotm2quat", "rotation matrices", rotm, 3));
end
