function varargout = contour3(varargin)
  % CONTOUR3  Octave's contour3, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("contour3", asPairs(varargin){:});
end
