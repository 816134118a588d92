function handles = gobjects(varargin)
  % GOBJECTS  Places for handles of graphics: an array of NaN of a size as zeros(...) takes it.
  %
  %   handles = gobjects(n)
  %   handles = gobjects(m,n)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> size(gobjects(2,3))
  %     ans =
  %
  %        2   3
  handles = NaN(varargin{:});
  if exist("graphicsHandle") == 3
    handles = graphicsHandle(handles);
  end
end
