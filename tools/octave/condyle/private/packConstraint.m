% Returns what the mex file reads of a constraint, {kind, frame, reference, numbers}: FRAMES are the names of two
% bodies, PLACES a transform in each, BOUNDS rows [least most], TOLERANCES [angular linear], WEIGHTS those of the seven
% squared errors, POSITION the coordinate of bounds of a joint.
function row = packConstraint(kind, frames, places, bounds, tolerances, weights, position)
  if nargin < 7
    position = -1;
  end
  bounds(end + 1:3, :) = 0;
  numbers = [position; places{1}'(:); places{2}'(:); bounds'(:); tolerances(:); sqrt(weights(:))];
  row = {kind, frames{:}, numbers};
end
