function varargout = contour3(varargin)
  % CONTOUR3  Octave's contour3, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> [~,h] = contour3(peaks(8));
  %     >> h.LineWidth = 2;
  %     >> h.LineWidth
  %     ans = 2
  [varargout{1:nargout}] = graphicsHandle("contour3", asPairs(varargin){:});
end
