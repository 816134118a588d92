function addpoints(handle, x, y, z)
  % ADDPOINTS  Add points to an animatedline.
  %
  %   addpoints(handle,x,y)
  %   addpoints(handle,x,y,z)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> h = animatedline();
  %     >> addpoints(h,[1 2 3],[2 4 8])
  %     >> [x,y] = getpoints(h)
  %     x =
  %
  %        1   2   3
  %
  %     y =
  %
  %        2   4   8
  if nargin < 3
    print_usage();
  end
  most = getappdata(handle, "MaximumNumPoints");
  keep = @(values) values(max(1, end - most + 1):end);
  set(handle, "xdata", keep([get(handle, "xdata")(:); double(x(:))]), "ydata", ...
      keep([get(handle, "ydata")(:); double(y(:))]));
  if nargin > 3
    set(handle, "zdata", keep([get(handle, "zdata")(:); double(z(:))]));
  end
end
