function varargout = hggroup(varargin)
  % HGGROUP  Octave's hggroup, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("hggroup", asPairs(varargin){:});
end
