function varargout = mesh(varargin)
  % MESH  Octave's mesh, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("mesh", asPairs(varargin){:});
end
