function varargout = ylabel(varargin)
  % YLABEL  Octave's ylabel, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("ylabel", asPairs(varargin){:});
end
