function varargout = copyobj(varargin)
  % COPYOBJ  Octave's copyobj, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = plot([1 2 3]);
  %     >> other = copyobj(h,gca());
  %     >> other.Color = "r";
  %     >> other.Color
  %     ans =
  %
  %        1   0   0
  [varargout{1:nargout}] = graphicsHandle("copyobj", asPairs(varargin){:});
end
