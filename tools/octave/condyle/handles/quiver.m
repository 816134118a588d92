function varargout = quiver(varargin)
  % QUIVER  Octave's quiver, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = quiver(0,0,1,1);
  %     >> h.LineWidth = 2;
  %     >> h.LineWidth
  %     ans = 2
  [varargout{1:nargout}] = graphicsHandle("quiver", asPairs(varargin){:});
end
