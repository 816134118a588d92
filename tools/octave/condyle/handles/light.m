function varargout = light(varargin)
  % LIGHT  Octave's light, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> l = light(Position=[1 1 1]);
  %     >> l.Position
  %     ans =
  %
  %        1   1   1
  [varargout{1:nargout}] = graphicsHandle("light", asPairs(varargin){:});
end
