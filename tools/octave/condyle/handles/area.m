function varargout = area(varargin)
  % AREA  Octave's area, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("area", asPairs(varargin){:});
end
