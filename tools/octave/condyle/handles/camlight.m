function varargout = camlight(varargin)
  % CAMLIGHT  Octave's camlight, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> surf(peaks(8));
  %     >> l = camlight();
  %     >> l.Style
  %     ans = local
  [varargout{1:nargout}] = graphicsHandle("camlight", asPairs(varargin){:});
end
