function varargout = copyobj(varargin)
  % COPYOBJ  Octave's copyobj, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("copyobj", asPairs(varargin){:});
end
