function varargout = contour(varargin)
  % CONTOUR  Octave's contour, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("contour", asPairs(varargin){:});
end
