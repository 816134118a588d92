function varargout = stem3(varargin)
  % STEM3  Octave's stem3, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = stem3([1 2],[2 4],[0 1]);
  %     >> h.Marker
  %     ans = o
  [varargout{1:nargout}] = graphicsHandle("stem3", asPairs(varargin){:});
end
