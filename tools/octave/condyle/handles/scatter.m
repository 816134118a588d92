function varargout = scatter(varargin)
  % SCATTER  Octave's scatter, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("scatter", scatterStyle(asPairs(varargin), 2){:});
end
