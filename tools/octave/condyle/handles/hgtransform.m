function varargout = hgtransform(varargin)
  % HGTRANSFORM  Octave's hgtransform, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("hgtransform", asPairs(varargin){:});
end
