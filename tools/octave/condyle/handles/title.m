function varargout = title(varargin)
  % TITLE  Octave's title, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> t = title("q, rad",FontSize=14);
  %     >> t.String
  %     ans = q, rad
  [varargout{1:nargout}] = graphicsHandle("title", asPairs(varargin){:});
end
