function varargout = fill(varargin)
  % FILL  Octave's fill, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = fill([0 1 1],[0 0 1],"r");
  %     >> h.FaceColor
  %     ans =
  %
  %        1   0   0
  [varargout{1:nargout}] = graphicsHandle("fill", asPairs(varargin){:});
end
