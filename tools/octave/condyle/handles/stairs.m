function varargout = stairs(varargin)
  % STAIRS  Octave's stairs, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = stairs([1 2 3]);
  %     >> h.LineWidth = 2;
  %     >> h.LineWidth
  %     ans = 2
  [varargout{1:nargout}] = graphicsHandle("stairs", asPairs(varargin){:});
end
