function varargout = stem3(varargin)
  % STEM3  Octave's stem3, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("stem3", asPairs(varargin){:});
end
