function part = extractBetween(text, first, last)
  % EXTRACTBETWEEN  What stands between two marks in a text.
  %
  %   extractBetween(text,first,last)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> extractBetween("joint(3)","(",")")
  %     ans = 3
  part = extractBefore(extractAfter(text, first), last);
end
