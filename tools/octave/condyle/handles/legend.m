function varargout = legend(varargin)
  % LEGEND  Octave's legend, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("legend", asPairs(varargin){:});
end
