function varargout = loglog(varargin)
  % LOGLOG  Octave's loglog, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("loglog", asPairs(varargin){:});
end
