function varargout = xlabel(varargin)
  % XLABEL  Octave's xlabel, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> t = xlabel("q, rad",FontSize=14);
  %     >> t.String
  %     ans = q, rad
  [varargout{1:nargout}] = graphicsHandle("xlabel", asPairs(varargin){:});
end
