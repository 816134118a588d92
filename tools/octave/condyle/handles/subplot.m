function varargout = subplot(varargin)
  % SUBPLOT  Octave's subplot, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> ax = subplot(1,2,1);
  %     >> ax.XLim = [0 2];
  %     >> ax.XLim
  %     ans =
  %
  %        0   2
  [varargout{1:nargout}] = graphicsHandle("subplot", asPairs(varargin){:});
end
