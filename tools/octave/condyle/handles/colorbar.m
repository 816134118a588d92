function varargout = colorbar(varargin)
  % COLORBAR  Octave's colorbar, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("colorbar", asPairs(varargin){:});
end
