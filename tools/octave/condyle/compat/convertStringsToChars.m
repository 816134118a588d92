function varargout = convertStringsToChars(varargin)
  % CONVERTSTRINGSTOCHARS  Give texts as they are: Octave has one kind of them.
  %
  %   [a,b] = convertStringsToChars(a,b)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> convertStringsToChars("tool0")
  %     ans = tool0
  varargout = varargin;
end
