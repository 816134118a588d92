function count = strlength(text)
  % STRLENGTH  Numbers of characters.
  %
  %   strlength(text)   a text or a cell array of texts
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> strlength({"tool0","base"})
  %     ans =
  %
  %        5   4
  count = cellfun(@numel, cellstr(text));
end
