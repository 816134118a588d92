function varargout = colorbar(varargin)
  % COLORBAR  Octave's colorbar, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> imagesc([1 2; 3 4]);
  %     >> c = colorbar();
  %     >> c.Limits = [1 4];
  %     >> isvalid(c)
  %     ans = 1
  [varargout{1:nargout}] = graphicsHandle("colorbar", asPairs(varargin){:});
end
