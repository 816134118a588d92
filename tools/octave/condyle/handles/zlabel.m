function varargout = zlabel(varargin)
  % ZLABEL  Octave's zlabel, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> t = zlabel("q, rad",FontSize=14);
  %     >> t.String
  %     ans = q, rad
  [varargout{1:nargout}] = graphicsHandle("zlabel", asPairs(varargin){:});
end
