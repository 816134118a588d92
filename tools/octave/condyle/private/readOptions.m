% Reads options of the function CALLER, pairs of "Name",Value as asPairs() gives them, names in upper or lower case, or
% their beginnings where one name alone begins so.  Returns DEFAULTS with the given values.
function options = readOptions(caller, pairs, defaults)
  options = defaults;
  known = fieldnames(defaults);
  for i = 1:2:numel(pairs)
    if ! ischar(pairs{i}) || i == numel(pairs)
      error("condyle:argument", ["%s: expected Name=Value or ""Name"",Value for option %d; in an anonymous function, " ...
            "in object.method(...) and through cellfun only ""Name"",Value"], caller, (i + 1) / 2);
    end
    found = strcmpi(known, pairs{i});
    if ! any(found) && ! isempty(pairs{i})
      found = strncmpi(known, pairs{i}, numel(pairs{i}));
    end
    if nnz(found) > 1
      error("condyle:argument", "%s: the option '%s' is the beginning of %s; expected one name in full", caller, ...
            pairs{i}, strjoin(known(found)', " and of "));
    end
    if ! any(found)
      error("condyle:argument", "%s: there is no option '%s'; expected one of %s", caller, pairs{i}, ...
            strjoin(known', ", "));
    end
    options.(known{found}) = pairs{i + 1};
  end
end
