function varargout = semilogy(varargin)
  % SEMILOGY  Octave's semilogy, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = semilogy([1 10 100],[1 10 100],LineWidth=2);
  %     >> h.LineWidth
  %     ans = 2
  [varargout{1:nargout}] = graphicsHandle("semilogy", asPairs(varargin){:});
end
