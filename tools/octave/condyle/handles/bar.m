function varargout = bar(varargin)
  % BAR  Octave's bar, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = bar([1 2 3]);
  %     >> h.BarWidth = 0.5;
  %     >> h.BarWidth
  %     ans = 0.5000
  [varargout{1:nargout}] = graphicsHandle("bar", asPairs(varargin){:});
end
