function trvec = tform2trvec(tform)
  % TFORM2TRVEC  Translations of homogeneous transforms.
  %
  %   trvec = tform2trvec(tform)
  %
  %   tform is 4-by-4-by-n, and trvec n-by-3; or 3-by-3-by-n, and trvec is n-by-2.
  %
  %   Example:
  %     >> tform2trvec([eye(3) [5;3;1]; 0 0 0 1])
  %     ans =
  %
  %        5   3   1
  %
  %   See also trvec2tform, tform2rotm.
  tform = needPages("tform2trvec", "transforms", tform, [3 4]);
  k = rows(tform) - 1;
  trvec = reshape(tform(1:k, k + 1, :), k, [])';
end
