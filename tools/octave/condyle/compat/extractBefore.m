function part = extractBefore(text, mark)
  % EXTRACTBEFORE  What stands before a mark in a text.
  %
  %   extractBefore(text,mark)   mark is a text, or a number of a character
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> extractBefore("left_arm","_")
  %     ans = left
  if ! ischar(mark)
    part = text(1:mark - 1);
    return;
  end
  place = strfind(text, mark);
  if isempty(place)
    part = "";
  else
    part = text(1:place(1) - 1);
  end
end
