function varargout = patch(varargin)
  % PATCH  Octave's patch, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("patch", asPairs(varargin){:});
end
