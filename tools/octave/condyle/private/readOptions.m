% Reads options of the function CALLER, given as Name=Value or as "Name",Value.  In Octave the first form is an
% assignment, whose text inputname() gives: TEXTS are the texts of VALUES, "" where there are none.  Returns DEFAULTS
% with what was given.
function options = readOptions(caller, values, texts, defaults)
  options = defaults;
  i = 1;
  while i <= numel(values)
    name = "";
    if i <= numel(texts)
      name = regexp(texts{i}, '^([A-Za-z]\w*) = ', "tokens", "once");
    end
    if ! isempty(name)
      name = name{1};
      value = values{i};
      i += 1;
    elseif ischar(values{i}) && i < numel(values)
      name = values{i};
      value = values{i + 1};
      i += 2;
    else
      error("condyle:argument", ["%s: expected Name=Value or ""Name"",Value for argument %d; in an anonymous " ...
            "function and through cellfun only ""Name"",Value"], caller, i + 1);
    end
    known = fieldnames(defaults);
    found = strcmpi(known, name);
    if ! any(found)
      error("condyle:argument", "%s: there is no option '%s'; expected one of %s", caller, name, ...
            strjoin(known', ", "));
    end
    options.(known{found}) = value;
  end
end
