function varargout = text(varargin)
  % TEXT  Octave's text, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("text", asPairs(varargin){:});
end
