function varargout = contour(varargin)
  % CONTOUR  Octave's contour, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> [~,h] = contour(peaks(8));
  %     >> h.LineWidth = 2;
  %     >> h.LineWidth
  %     ans = 2
  [varargout{1:nargout}] = graphicsHandle("contour", asPairs(varargin){:});
end
