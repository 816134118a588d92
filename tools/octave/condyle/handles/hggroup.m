function varargout = hggroup(varargin)
  % HGGROUP  Octave's hggroup, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> g = hggroup();
  %     >> plot([1 2 3],"Parent",g);
  %     >> numel(g.Children)
  %     ans = 1
  [varargout{1:nargout}] = graphicsHandle("hggroup", asPairs(varargin){:});
end
