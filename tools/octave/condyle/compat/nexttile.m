function varargout = nexttile(place, span)
  % NEXTTILE  The next plot of a tiledlayout.
  %
  %   nexttile
  %   nexttile(place)
  %   nexttile(place,[rows columns])      over several tiles
  %   axes = nexttile(...)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> tiledlayout(1,2);
  %     >> nexttile
  %     >> plot([1 2 3])
  %     >> nexttile
  %     >> plot([3 2 1])
  %     >> numel(findobj(gcf(),"Type","axes"))
  %     ans = 2
  target = gcf();
  if ! isappdata(target, "tiles")
    tiledlayout("flow");
  end
  tiles = getappdata(target, "tiles");
  if nargin < 1
    place = tiles.Count + 1;
  end
  if nargin < 2
    span = [1 1];
  end
  tiles.Count = max(tiles.Count, place + span(2) - 1);
  setappdata(target, "tiles", tiles);
  grid = tiles.Grid;
  if ischar(grid)
    count = tiles.Count;
    grid = struct("flow", [ceil(count / ceil(sqrt(count))), ceil(sqrt(count))], "vertical", [count 1], ...
                  "horizontal", [1 count]).(grid);
    old = flipud(findobj(target, "type", "axes", "-not", "tag", "sgtitle"));
    for k = 1:min(numel(old), count - 1)
      set(old(k), "outerposition", [mod(k - 1, grid(2)) / grid(2), 1 - ceil(k / grid(2)) / grid(1), 1 ./ grid([2 1])]);
    end
    row = ceil(place / grid(2));
    handle = axes("parent", target, "outerposition", ...
                  [mod(place - 1, grid(2)) / grid(2), 1 - row / grid(1), 1 ./ grid([2 1])]);
  else
    if place > prod(grid)
      error("condyle:argument", "nexttile: there are %d tiles, not %d", prod(grid), place);
    end
    column = mod(place - 1, grid(2));
    [across, down] = meshgrid(0:span(2) - 1, 0:span(1) - 1);
    handle = subplot(grid(1), grid(2), unique(place + across(:)' + grid(2) * down(:)'));
  end
  if nargout > 0
    varargout{1} = handle;
  end
end
