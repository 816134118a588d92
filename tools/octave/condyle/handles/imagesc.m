function varargout = imagesc(varargin)
  % IMAGESC  Octave's imagesc, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("imagesc", asPairs(varargin){:});
end
