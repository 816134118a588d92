function text = join(texts, delimiter)
  % JOIN  Join texts to one.
  %
  %   join(texts)             with spaces between
  %   join(texts,delimiter)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> join({"shoulder","pan","joint"},"_")
  %     ans = shoulder_pan_joint
  if nargin < 2
    delimiter = " ";
  end
  text = strjoin(cellstr(texts)(:)', delimiter);
end
