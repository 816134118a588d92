function varargout = semilogx(varargin)
  % SEMILOGX  Octave's semilogx, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = semilogx([1 10 100],[1 10 100],LineWidth=2);
  %     >> h.LineWidth
  %     ans = 2
  [varargout{1:nargout}] = graphicsHandle("semilogx", asPairs(varargin){:});
end
