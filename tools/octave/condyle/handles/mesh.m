function varargout = mesh(varargin)
  % MESH  Octave's mesh, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = mesh(peaks(8));
  %     >> h.EdgeColor = [0 0 1];
  %     >> h.EdgeColor
  %     ans =
  %
  %        0   0   1
  [varargout{1:nargout}] = graphicsHandle("mesh", asPairs(varargin){:});
end
