% Returns the bundled robot's name that is NAME in another case, or whose short name it is; NAME where there is none.
function [name, found] = bundledName(name)
  found = false;
  if ! ischar(name)
    return;
  end
  known = condyle("robots");
  same = find(strcmpi(known, name), 1);
  full = condyle("full_name", lower(name)); # short names, ur5e and others, are in lower case
  if ! isempty(same)
    [name, found] = deal(known{same}, true);
  elseif ! isempty(full)
    [name, found] = deal(full, true);
  end
end
