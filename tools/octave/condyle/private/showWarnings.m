% Warns of the oddities of a robot file: of each kind once, with the number of the others.  A text ends in its kind, as
% [mass-density].
function showWarnings(texts)
  kinds = regexprep(texts, '^.*(\[[^\[]*\])$', '$1');
  [~, first] = unique(kinds, "first");
  for i = sort(first(:)')
    others = sum(strcmp(kinds, kinds{i})) - 1;
    more = "";
    if others > 0
      more = sprintf(" (and %d more of this kind)", others);
    end
    warning("condyle:robotFile", "%s%s", texts{i}, more);
  end
end
