function varargout = quiver(varargin)
  % QUIVER  Octave's quiver, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("quiver", asPairs(varargin){:});
end
