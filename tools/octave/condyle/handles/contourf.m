function varargout = contourf(varargin)
  % CONTOURF  Octave's contourf, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> [~,h] = contourf(peaks(8));
  %     >> h.Fill
  %     ans = on
  [varargout{1:nargout}] = graphicsHandle("contourf", asPairs(varargin){:});
end
