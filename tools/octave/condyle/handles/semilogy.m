function varargout = semilogy(varargin)
  % SEMILOGY  Octave's semilogy, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("semilogy", asPairs(varargin){:});
end
