function varargout = trimesh(varargin)
  % TRIMESH  Octave's trimesh, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("trimesh", asPairs(varargin){:});
end
