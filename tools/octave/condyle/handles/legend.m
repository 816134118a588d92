function varargout = legend(varargin)
  % LEGEND  Octave's legend, which takes Name=Value and whose result has properties by a dot.
  %
  %   Labels may stand one after the other in front of properties, also where gnuplot draws.
  %
  %   Example:
  %     >> plot([1 2 3]);
  %     >> l = legend("torque");
  %     >> l.Location = "northwest";
  %     >> l.Location
  %     ans = northwest
  [varargout{1:nargout}] = graphicsHandle("legend", labelsInCell(asPairs(varargin)){:});
end

% Labels in front of properties as one cell array, which Octave's legend for gnuplot asks for.
function list = labelsInCell(list)
  names = {"location", "orientation", "textposition", "interpreter", "fontsize", "fontname", "fontweight", ...
           "fontangle", "box", "color", "edgecolor", "textcolor", "numcolumns", "autoupdate", "units", "position", ...
           "linewidth", "visible"};
  texts = cellfun(@ischar, list);
  first = find(texts, 1);
  named = find(cellfun(@(item) ischar(item) && any(strcmpi(item, names)), list), 1);
  if ! isempty(named) && named > first && all(texts(first:named - 1))
    list = [list(1:first - 1), {list(first:named - 1)}, list(named:end)];
  end
end
