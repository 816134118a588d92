function varargout = stem(varargin)
  % STEM  Octave's stem, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("stem", asPairs(varargin){:});
end
