function varargout = trisurf(varargin)
  % TRISURF  Octave's trisurf, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = trisurf([1 2 3],[0 1 0],[0 0 1],[0 0 1]);
  %     >> h.FaceAlpha = 0.5;
  %     >> h.FaceAlpha
  %     ans = 0.5000
  [varargout{1:nargout}] = graphicsHandle("trisurf", asPairs(varargin){:});
end
