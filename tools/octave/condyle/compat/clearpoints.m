function clearpoints(handle)
  % CLEARPOINTS  Remove all points of an animatedline.
  %
  %   clearpoints(handle)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> h = animatedline([1 2],[2 4]);
  %     >> clearpoints(h)
  %     >> isempty(getpoints(h))
  %     ans = 1
  set(handle, "xdata", [], "ydata", [], "zdata", []);
end
