function varargout = errorbar(varargin)
  % ERRORBAR  Octave's errorbar, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = errorbar([1 2 3],[0.1 0.2 0.1]);
  %     >> h.LineWidth = 2;
  %     >> h.LineWidth
  %     ans = 2
  [varargout{1:nargout}] = graphicsHandle("errorbar", asPairs(varargin){:});
end
