function varargout = bar(varargin)
  % BAR  Octave's bar, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("bar", asPairs(varargin){:});
end
