function varargout = surface(varargin)
  % SURFACE  Octave's surface, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = surface(peaks(8));
  %     >> h.FaceAlpha = 0.5;
  %     >> h.FaceAlpha
  %     ans = 0.5000
  [varargout{1:nargout}] = graphicsHandle("surface", asPairs(varargin){:});
end
