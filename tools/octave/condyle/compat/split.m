function parts = split(text, delimiter)
  % SPLIT  Divide a text; the parts are a column.
  %
  %   split(text)             at blanks
  %   split(text,delimiter)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  if nargin < 2
    parts = strsplit(strtrim(text))(:);
  else
    parts = strsplit(text, delimiter, "CollapseDelimiters", false)(:);
  end
end
