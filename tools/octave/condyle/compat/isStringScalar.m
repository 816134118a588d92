function yes = isStringScalar(value)
  % ISSTRINGSCALAR  Tell whether a value is one text: Octave's strings are rows of characters.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> isStringScalar("tool0")
  %     ans = 1
  %     >> isStringScalar(3)
  %     ans = 0
  yes = ischar(value) && rows(value) <= 1;
end
