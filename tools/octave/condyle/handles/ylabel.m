function varargout = ylabel(varargin)
  % YLABEL  Octave's ylabel, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> t = ylabel("q, rad",FontSize=14);
  %     >> t.String
  %     ans = q, rad
  [varargout{1:nargout}] = graphicsHandle("ylabel", asPairs(varargin){:});
end
