function varargout = stem(varargin)
  % STEM  Octave's stem, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = stem([1 2 3]);
  %     >> h.Marker
  %     ans = o
  [varargout{1:nargout}] = graphicsHandle("stem", asPairs(varargin){:});
end
