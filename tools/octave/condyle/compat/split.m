function parts = split(text, delimiter)
  % SPLIT  Divide a text; the parts are a column.
  %
  %   split(text)             at blanks
  %   split(text,delimiter)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> split("left_arm_1","_")
  %     ans =
  %     {
  %       [1,1] = left
  %       [2,1] = arm
  %       [3,1] = 1
  %     }
  if nargin < 2
    parts = strsplit(strtrim(text))(:);
  else
    parts = strsplit(text, delimiter, "CollapseDelimiters", false)(:);
  end
end
