function varargout = surface(varargin)
  % SURFACE  Octave's surface, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("surface", asPairs(varargin){:});
end
