function varargout = plot3(varargin)
  % PLOT3  Octave's plot3, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = plot3([1 2],[2 4],[0 1],Color="r");
  %     >> h.ZData(end) = 5;
  %     >> h.ZData
  %     ans =
  %
  %        0   5
  [varargout{1:nargout}] = graphicsHandle("plot3", asPairs(varargin){:});
end
