function varargout = trimesh(varargin)
  % TRIMESH  Octave's trimesh, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = trimesh([1 2 3],[0 1 0],[0 0 1],[0 0 1]);
  %     >> h.FaceAlpha
  %     ans = 1
  [varargout{1:nargout}] = graphicsHandle("trimesh", asPairs(varargin){:});
end
