function varargout = zlabel(varargin)
  % ZLABEL  Octave's zlabel, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("zlabel", asPairs(varargin){:});
end
