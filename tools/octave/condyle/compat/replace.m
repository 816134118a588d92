function text = replace(text, old, new)
  % REPLACE  Replace a part of texts.
  %
  %   replace(text,old,new)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> replace("left_arm","left","right")
  %     ans = right_arm
  text = strrep(text, old, new);
end
