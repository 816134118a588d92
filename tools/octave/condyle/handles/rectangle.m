function varargout = rectangle(varargin)
  % RECTANGLE  Octave's rectangle, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = rectangle(Position=[0 0 2 1]);
  %     >> h.Position
  %     ans =
  %
  %        0   0   2   1
  [varargout{1:nargout}] = graphicsHandle("rectangle", asPairs(varargin){:});
end
