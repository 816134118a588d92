function varargout = semilogx(varargin)
  % SEMILOGX  Octave's semilogx, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("semilogx", asPairs(varargin){:});
end
