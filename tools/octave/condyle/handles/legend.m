function varargout = legend(varargin)
  % LEGEND  Octave's legend, which takes Name=Value and whose result has properties by a dot.
  %
  %   Labels may stand one after the other in front of properties, also where gnuplot draws.  Pairs at the end are
  %   properties, where a property's name has a value behind it that it can have; all else are labels.
  %
  %   Example:
  %     >> plot([1 2 3]);
  %     >> l = legend("torque");
  %     >> l.Location = "northwest";
  %     >> l.Location
  %     ans = northwest
  [varargout{1:nargout}] = graphicsHandle("legend", labelsInCell(asPairs(varargin)){:});
end

% Labels in front of properties as one cell array, which Octave's legend for gnuplot asks for; a label may have the name
% of a property.
function list = labelsInCell(list)
  first = find(cellfun(@ischar, list), 1);
  named = firstProperty(list);
  list = [list(1:named - 1), drawableProperties(list(named:end))];
  labels = list(first:named - 1);
  actions = {"show", "hide", "toggle", "boxon", "boxoff", "left", "right", "off"};
  if isempty(labels) || named > numel(list) || ! iscellstr(labels) || ...
     (numel(labels) == 1 && any(strcmpi(strtrim(labels{1}), actions)))
    return;
  end
  if numel(labels) == 1
    labels = cellstr(labels{1}); # of a character matrix, a label each row
  end
  list = [list(1:first - 1), {labels}, list(named:end)];
end

% Without the properties that legends have not where gnuplot draws, which Octave would refuse with half a legend there.
function pairs = drawableProperties(pairs)
  missing = find(strcmpi(pairs(1:2:end), "numcolumns"));
  if strcmp(graphics_toolkit(), "gnuplot") && ! isempty(missing)
    warning("condyle:graphics", "Octave's legend has no property NumColumns where gnuplot draws");
    pairs([2 * missing - 1, 2 * missing]) = [];
  end
end

% Where the properties begin, which are pairs at the end; behind the list where it has none.
function named = firstProperty(list)
  named = numel(list) + 1;
  while named > 2 && isProperty(list{named - 2:named - 1})
    named -= 2;
  end
end

% Whether a pair is a property of legends and a value that it can have.
function is = isProperty(name, value)
  is = false;
  if ! ischar(name)
    return;
  end
  switch lower(name)
    case {"position", "fontsize", "linewidth", "numcolumns"}
      is = isnumeric(value);
    case {"color", "edgecolor", "textcolor"}
      is = isnumeric(value) || isColorName(value);
    case {"box", "autoupdate", "visible"}
      is = islogical(value) || isOneOf(value, {"on", "off"});
    case "location"
      sides = {"north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest", "best"};
      is = isOneOf(value, [sides, strcat(sides, "outside"), {"none"}]);
    case "orientation"
      is = isOneOf(value, {"vertical", "horizontal"});
    case "textposition"
      is = isOneOf(value, {"left", "right"});
    case "interpreter"
      is = isOneOf(value, {"none", "tex", "latex"});
    case "fontname"
      is = ischar(value);
    case "fontweight"
      is = isOneOf(value, {"normal", "bold"});
    case "fontangle"
      is = isOneOf(value, {"normal", "italic"});
    case "units"
      is = isOneOf(value, {"normalized", "pixels", "points", "inches", "centimeters", "characters"});
  end
end

function is = isOneOf(value, words)
  is = ischar(value) && any(strcmpi(value, words));
end

function is = isColorName(value)
  names = {"none", "black", "red", "green", "blue", "yellow", "magenta", "cyan", "white", ...
           "k", "r", "g", "b", "y", "m", "c", "w"};
  is = isOneOf(value, names) || (ischar(value) && ! isempty(regexp(value, '^#([0-9A-Fa-f]{3}){1,2}$', "once")));
end
