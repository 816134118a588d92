function varargout = line(varargin)
  % LINE  Octave's line, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("line", asPairs(varargin){:});
end
