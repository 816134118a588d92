function varargout = hgtransform(varargin)
  % HGTRANSFORM  Octave's hgtransform, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> t = hgtransform();
  %     >> t.Matrix = trvec2tform([1 0 0]);
  %     >> t.Matrix(1,4)
  %     ans = 1
  [varargout{1:nargout}] = graphicsHandle("hgtransform", asPairs(varargin){:});
end
