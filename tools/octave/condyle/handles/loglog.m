function varargout = loglog(varargin)
  % LOGLOG  Octave's loglog, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = loglog([1 10 100],[1 10 100],LineWidth=2);
  %     >> h.LineWidth
  %     ans = 2
  [varargout{1:nargout}] = graphicsHandle("loglog", asPairs(varargin){:});
end
