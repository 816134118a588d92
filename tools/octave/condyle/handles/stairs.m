function varargout = stairs(varargin)
  % STAIRS  Octave's stairs, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("stairs", asPairs(varargin){:});
end
