function varargout = trisurf(varargin)
  % TRISURF  Octave's trisurf, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("trisurf", asPairs(varargin){:});
end
