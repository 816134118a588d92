% Takes apart a style of a color and a marker, "r*", that Octave's scatter does not know: ARGUMENTS of points of so many
% COORDINATES.
function arguments = scatterStyle(arguments, coordinates)
  place = find(cellfun(@ischar, arguments), 1);
  if isempty(place) || numel(arguments{place}) != 2
    return;
  end
  style = arguments{place};
  color = ismember(style, "rgbcmykw");
  if sum(color) == 1 && ismember(style(! color), ".ox+*sdv^<>ph")
    numbers = place - 1 - (place > 1 && isscalar(arguments{1}) && isaxes(arguments{1}));
    arguments = [arguments(1:place - 1), repmat({[]}, 1, numbers == coordinates), style(color), style(! color), ...
                 arguments(place + 1:end)];
  end
end
