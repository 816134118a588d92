function varargout = axes(varargin)
  % AXES  Octave's axes, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> ax = axes(Projection="perspective");
  %     >> ax.XLim = [0 2];
  %     >> ax.Projection
  %     ans = perspective
  [varargout{1:nargout}] = graphicsHandle("axes", asPairs(varargin){:});
end
