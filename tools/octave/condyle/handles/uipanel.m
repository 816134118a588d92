function varargout = uipanel(varargin)
  % UIPANEL  Octave's uipanel, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> panel = uipanel(Title="joints");
  %     >> panel.Title
  %     ans = joints
  [varargout{1:nargout}] = graphicsHandle("uipanel", asPairs(varargin){:});
end
