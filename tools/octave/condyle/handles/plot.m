function varargout = plot(varargin)
  % PLOT  Octave's plot, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = plot([1 2 3],[2 4 8],LineWidth=2);
  %     >> h.YData(end) = 9;
  %     >> h.YData
  %     ans =
  %
  %        2   4   9
  [varargout{1:nargout}] = graphicsHandle("plot", asPairs(varargin){:});
end
