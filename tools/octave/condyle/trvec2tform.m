function tform = trvec2tform(trvec)
  % TRVEC2TFORM  Translations as homogeneous transforms.
  %
  %   tform = trvec2tform(trvec)
  %
  %   trvec is n-by-3, and tform 4-by-4-by-n; or n-by-2, and tform is 3-by-3-by-n.
  %
  %   Example:
  %     >> trvec2tform([0.5 6 100])(:,4)'
  %     ans =
  %
  %          0.5000     6.0000   100.0000     1.0000
  %
  %   See also tform2trvec, rotm2tform.
  trvec = needRows("trvec2tform", "translations", trvec, [2 3]);
  k = columns(trvec);
  tform = transformFrom(repmat(eye(k, class(trvec)), 1, 1, rows(trvec)));
  tform(1:k, k + 1, :) = trvec';
end
