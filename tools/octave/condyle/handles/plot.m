function varargout = plot(varargin)
  % PLOT  Octave's plot, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("plot", asPairs(varargin){:});
end
