% Checks which bodies are not looked at beside each other, the property PROPERTY: "parent", "adjacent", or a cell array
% with a row of two names for each pair.
function skipped = needSkipped(skipped, property)
  is_word = ischar(skipped) && any(strcmpi(skipped, {"parent", "adjacent"}));
  if ! is_word && ! (iscellstr(skipped) && ndims(skipped) == 2 && columns(skipped) == 2)
    error("condyle:argument", "%s: expected ""parent"", ""adjacent"", or a cell array with %s", property, ...
          "two names of bodies a row");
  end
end
