function varargout = uipanel(varargin)
  % UIPANEL  Octave's uipanel, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("uipanel", asPairs(varargin){:});
end
