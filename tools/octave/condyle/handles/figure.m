function varargout = figure(varargin)
  % FIGURE  Octave's figure, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("figure", asPairs(varargin){:});
end
