function [x, y, z] = getpoints(handle)
  % GETPOINTS  Give the points of an animatedline.
  %
  %   [x,y] = getpoints(handle)
  %   [x,y,z] = getpoints(handle)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> h = animatedline([1 2],[2 4]);
  %     >> [x,y] = getpoints(h)
  %     x =
  %
  %        1   2
  %
  %     y =
  %
  %        2   4
  x = get(handle, "xdata")(:)';
  y = get(handle, "ydata")(:)';
  z = get(handle, "zdata")(:)';
end
