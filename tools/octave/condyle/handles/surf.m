function varargout = surf(varargin)
  % SURF  Octave's surf, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = surf(peaks(8));
  %     >> h.FaceAlpha = 0.5;
  %     >> h.FaceAlpha
  %     ans = 0.5000
  [varargout{1:nargout}] = graphicsHandle("surf", asPairs(varargin){:});
end
