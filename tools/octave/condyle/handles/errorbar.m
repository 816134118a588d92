function varargout = errorbar(varargin)
  % ERRORBAR  Octave's errorbar, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("errorbar", asPairs(varargin){:});
end
