function [values, places] = maxk(numbers, count, dimension)
  % MAXK  The largest numbers, sorted.
  %
  %   [values,places] = maxk(numbers,count)
  %   [values,places] = maxk(numbers,count,dimension)     of the columns, 1, or rows, 2; the first that has more than one
  %
  %   values(k) is numbers(places(k)); there are fewer than count where numbers has fewer.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> [values,places] = maxk([5 2 4 1],2)
  %     values =
  %
  %        5   4
  %
  %     places =
  %
  %        1   3
  if nargin < 2 || ! isnumeric(numbers) || ! isscalar(count) || count != fix(count) || count < 0
    error("condyle:argument", "maxk: expected numbers and how many of them, a whole number from 0");
  end
  if nargin < 3
    dimension = [find(size(numbers) > 1, 1), 1](1);
  end
  [values, places] = sort(numbers, dimension, "descend");
  wanted = repmat({":"}, 1, ndims(numbers));
  wanted{dimension} = 1:min(count, size(numbers, dimension));
  values = values(wanted{:});
  places = places(wanted{:});
end
