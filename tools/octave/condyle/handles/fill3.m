function varargout = fill3(varargin)
  % FILL3  Octave's fill3, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = fill3([0 1 1],[0 0 1],[0 0 1],"r");
  %     >> h.FaceColor
  %     ans =
  %
  %        1   0   0
  [varargout{1:nargout}] = graphicsHandle("fill3", asPairs(varargin){:});
end
