function varargout = axes(varargin)
  % AXES  Octave's axes, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("axes", asPairs(varargin){:});
end
