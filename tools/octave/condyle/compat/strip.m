function text = strip(text)
  % STRIP  Remove blanks at both ends of texts.
  %
  %   strip(text)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> strip("  tool0 ")
  %     ans = tool0
  text = strtrim(text);
end
