function [indices, map] = rgb2ind(varargin)
  % RGB2IND  Octave's rgb2ind, and a picture of a number of colors.
  %
  %   [indices,map] = rgb2ind(picture)          all colors, Octave's own
  %   [indices,map] = rgb2ind(picture,count)    count colors at most, 1 to 65536: where the picture has more, the means
  %                                             of boxes of colors; the box whose colors vary most is halved until there
  %                                             are as many (minimum-variance quantization: Wan, Prusinkiewicz, Wong)
  %   [indices,map] = rgb2ind(picture,map)      the nearest of these colors, n-by-3
  %
  %   A third argument, "dither" or "nodither", changes nothing.
  %
  %   Example:
  %     >> picture = cat(3,[1 0],[0 1],[0 0]);
  %     >> [indices,map] = rgb2ind(picture,2);
  %     >> size(map)
  %     ans =
  %
  %        2   3
  if nargin != 2 && ! (nargin == 3 && ischar(varargin{3}))
    [indices, map] = graphicsHandle("plain", "rgb2ind", varargin{:});
    return;
  end
  [picture, count] = varargin{1:2};
  if ndims(picture) != 3 || size(picture, 3) != 3 || ! isnumeric(count)
    error("condyle:argument", "rgb2ind: expected a picture, m-by-n-by-3, and a number of colors or a map, n-by-3");
  end
  colors = reshape(im2double(picture), [], 3);
  if isscalar(count)
    [map, place] = quantize(colors, double(count));
  elseif columns(count) == 3 && rows(count) > 0 && rows(count) <= 65536
    map = count;
    place = nearest(colors, map);
  else
    error("condyle:argument", "rgb2ind: expected a map of 1 to 65536 colors, n-by-3");
  end
  indices = reshape(place - 1, size(picture)(1:2));
  if rows(map) <= 256
    indices = uint8(indices);
  else
    indices = uint16(indices);
  end
end

function [map, place] = quantize(colors, count)
  if ! (isreal(count) && count >= 1 && count <= 65536 && count == fix(count))
    error("condyle:argument", "rgb2ind: expected a whole number of colors, 1 to 65536, not %g", count);
  end
  if ! all(isfinite(colors(:)))
    error("condyle:argument", "rgb2ind: expected a picture without NaN and Inf");
  end
  [map, ~, place] = unique(colors, "rows");
  place = place(:);
  if rows(map) <= count
    return;
  end
  weight = accumarray(place, 1);
  box = ones(rows(map), 1);           # of each color
  members = {(1:rows(map))'};         # colors of each box
  spread = variation(map, weight);    # of each box
  while numel(members) < count
    [most, widest] = max(spread);
    if most <= 0
      break;
    end
    own = members{widest};
    upper = halve(map(own, :), weight(own));
    parts = {own(! upper), own(upper)};
    box(parts{2}) = numel(members) + 1;
    members{widest} = parts{1};
    members{end + 1} = parts{2};
    spread(widest) = variation(map(parts{1}, :), weight(parts{1}));
    spread(end + 1) = variation(map(parts{2}, :), weight(parts{2}));
  end
  total = accumarray(box, weight);
  means = zeros(numel(members), 3);
  for k = 1:3
    means(:, k) = accumarray(box, weight .* map(:, k)) ./ total;
  end
  map = means;
  place = box(place);
end

% The sum of squares of the colors' distances from their mean; 0 for one color.
function value = variation(colors, weight)
  value = 0;
  if rows(colors) > 1
    value = sum(weight .* sumsq(colors - (weight' * colors) / sum(weight), 2));
  end
end

% Whether each color is above the cut, along the axis of most variation, that leaves the least of it.
function upper = halve(colors, weight)
  center = (weight' * colors) / sum(weight);
  [~, axis] = max(weight' * (colors - center) .^ 2);
  values = colors(:, axis);
  [sorted, order] = sort(values);
  below = cumsum(weight(order));
  sums = cumsum(weight(order) .* (sorted - center(axis)));
  between = sums .^ 2 ./ (below .* (below(end) - below)); # variation that a cut behind each takes away
  between(! (diff([sorted; sorted(end)]) > 0)) = -1;      # not between equal values
  [~, cut] = max(between);
  upper = values > sorted(cut);
end

function place = nearest(colors, map)
  [~, place] = min(sumsq(permute(colors, [1 3 2]) - permute(map, [3 1 2]), 3), [], 2);
end
