function part = extractAfter(text, mark)
  % EXTRACTAFTER  What stands after a mark in a text.
  %
  %   extractAfter(text,mark)   mark is a text, or a number of a character
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> extractAfter("left_arm","_")
  %     ans = arm
  if ! ischar(mark)
    part = text(mark + 1:end);
    return;
  end
  place = strfind(text, mark);
  if isempty(place)
    part = "";
  else
    part = text(place(1) + numel(mark):end);
  end
end
