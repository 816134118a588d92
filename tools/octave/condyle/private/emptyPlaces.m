% Places of no elements: an empty matrix of the size given, 0-by-0 by default; CLASS is named where it is not empty.
function places = emptyPlaces(class, varargin)
  places = zeros(varargin{:});
  if isempty(varargin)
    places = [];
  elseif ! isempty(places)
    error("condyle:argument", "%s.empty: expected a size of which one number is 0", class);
  end
end
