function varargout = plot3(varargin)
  % PLOT3  Octave's plot3, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("plot3", asPairs(varargin){:});
end
