function varargout = quiver3(varargin)
  % QUIVER3  Octave's quiver3, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("quiver3", asPairs(varargin){:});
end
