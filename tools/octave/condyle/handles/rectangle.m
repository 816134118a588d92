function varargout = rectangle(varargin)
  % RECTANGLE  Octave's rectangle, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("rectangle", asPairs(varargin){:});
end
