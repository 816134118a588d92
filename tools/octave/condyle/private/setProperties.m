% Sets properties of an object from pairs "Name",Value.
function setProperties(object, pairs)
  known = properties(object);
  options = readOptions(class(object), pairs, cell2struct(cell(numel(known), 1), known, 1));
  for name = known'
    if ! isempty(options.(name{1}))
      object.(name{1}) = options.(name{1});
    end
  end
end
