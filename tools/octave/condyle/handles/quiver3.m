function varargout = quiver3(varargin)
  % QUIVER3  Octave's quiver3, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = quiver3(0,0,0,1,1,1);
  %     >> h.LineWidth = 2;
  %     >> h.LineWidth
  %     ans = 2
  [varargout{1:nargout}] = graphicsHandle("quiver3", asPairs(varargin){:});
end
