function varargout = scatter3(varargin)
  % SCATTER3  Octave's scatter3, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = scatter3([1 2 3],[2 4 8],[0 1 0]);
  %     >> h.ZData
  %     ans =
  %
  %        0
  %        1
  %        0
  [varargout{1:nargout}] = graphicsHandle("scatter3", scatterStyle(asPairs(varargin), 3){:});
end
