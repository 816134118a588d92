function varargout = surf(varargin)
  % SURF  Octave's surf, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("surf", asPairs(varargin){:});
end
