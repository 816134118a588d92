function varargout = convertCharsToStrings(varargin)
  % CONVERTCHARSTOSTRINGS  Give texts as they are: Octave has one kind of them.
  %
  %   [a,b] = convertCharsToStrings(a,b)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> convertCharsToStrings("tool0")
  %     ans = tool0
  varargout = varargin;
end
