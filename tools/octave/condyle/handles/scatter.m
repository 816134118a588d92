function varargout = scatter(varargin)
  % SCATTER  Octave's scatter, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = scatter([1 2 3],[2 4 8],"filled");
  %     >> h.Marker
  %     ans = o
  [varargout{1:nargout}] = graphicsHandle("scatter", scatterStyle(asPairs(varargin), 2){:});
end
