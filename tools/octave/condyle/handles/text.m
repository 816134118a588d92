function varargout = text(varargin)
  % TEXT  Octave's text, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = text(0.5,0.5,"tool0");
  %     >> h.String
  %     ans = tool0
  [varargout{1:nargout}] = graphicsHandle("text", asPairs(varargin){:});
end
