function varargout = area(varargin)
  % AREA  Octave's area, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = area([1 2 3],FaceColor=[1 0 0]);
  %     >> h.FaceColor
  %     ans =
  %
  %        1   0   0
  [varargout{1:nargout}] = graphicsHandle("area", asPairs(varargin){:});
end
