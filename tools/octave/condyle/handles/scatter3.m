function varargout = scatter3(varargin)
  % SCATTER3  Octave's scatter3, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("scatter3", scatterStyle(asPairs(varargin), 3){:});
end
