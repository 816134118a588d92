function varargout = fill(varargin)
  % FILL  Octave's fill, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("fill", asPairs(varargin){:});
end
