function varargout = subplot(varargin)
  % SUBPLOT  Octave's subplot, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("subplot", asPairs(varargin){:});
end
