function varargout = imshow(varargin)
  % IMSHOW  Octave's imshow, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("imshow", asPairs(varargin){:});
end
