function varargout = xlabel(varargin)
  % XLABEL  Octave's xlabel, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("xlabel", asPairs(varargin){:});
end
