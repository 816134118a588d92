function handle = animatedline(varargin)
  % ANIMATEDLINE  A line that grows point by point.
  %
  %   handle = animatedline
  %   handle = animatedline(x,y), animatedline(x,y,z)
  %   handle = animatedline(...,Name,Value)   properties of a line; MaximumNumPoints bounds it
  %   handle = animatedline(axes,...)
  %
  %   addpoints, getpoints and clearpoints take the handle, a number.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> h = animatedline([1 2],[2 4],"Color","r");
  %     >> addpoints(h,3,8)
  %     >> get(h,"ydata")
  %     ans =
  %
  %        2   4   8
  parent = [];
  if nargin > 0 && isscalar(varargin{1}) && isaxes(varargin{1})
    parent = varargin{1};
    varargin(1) = [];
  end
  count = find([cellfun(@ischar, varargin), true], 1) - 1;
  if ! any(count == [0 2 3])
    error("condyle:argument", "animatedline: expected x and y, or x, y and z");
  end
  [points, pairs] = deal(varargin(1:count), varargin(count + 1:end));
  most = Inf;
  place = find(strcmpi(pairs(1:2:end), "MaximumNumPoints"), 1);
  if ! isempty(place)
    most = pairs{2 * place};
    pairs(2 * place + (-1:0)) = [];
  end
  if isempty(parent)
    parent = gca();
  end
  handle = line("xdata", [], "ydata", [], "parent", parent, pairs{:});
  setappdata(handle, "MaximumNumPoints", most);
  if count > 0
    addpoints(handle, points{:});
  end
end
