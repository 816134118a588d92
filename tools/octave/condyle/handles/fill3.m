function varargout = fill3(varargin)
  % FILL3  Octave's fill3, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("fill3", asPairs(varargin){:});
end
