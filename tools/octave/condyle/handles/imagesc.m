function varargout = imagesc(varargin)
  % IMAGESC  Octave's imagesc, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = imagesc([1 2; 3 4]);
  %     >> h.CData
  %     ans =
  %
  %        1   2
  %        3   4
  [varargout{1:nargout}] = graphicsHandle("imagesc", asPairs(varargin){:});
end
