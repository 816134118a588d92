function varargout = title(varargin)
  % TITLE  Octave's title, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("title", asPairs(varargin){:});
end
