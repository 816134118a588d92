% Joins shapes (a cell array of {kind, points, radius}, a row each) to the first two arguments of
% condyle("separations").
function [table, points] = packShapes(cores)
  counts = cellfun(@columns, cores(:, 2))';
  first = [0, cumsum(counts)](1:end - 1);
  table = [cores{:, 1}; first; counts; cores{:, 3}];
  points = [zeros(3, 0), cores{:, 2}];
end
