function varargout = line(varargin)
  % LINE  Octave's line, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = line([0 1],[0 1],Color="r");
  %     >> h.Color
  %     ans =
  %
  %        1   0   0
  [varargout{1:nargout}] = graphicsHandle("line", asPairs(varargin){:});
end
