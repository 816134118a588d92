function varargout = light(varargin)
  % LIGHT  Octave's light, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("light", asPairs(varargin){:});
end
