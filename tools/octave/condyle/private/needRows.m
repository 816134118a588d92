% Returns ROWS, an argument of the function CALLER, as numbers: n-by-k, k one of WIDTHS.  WHAT names a row in messages.
% Objects of the class quaternion become rows [w x y z].
function rows = needRows(caller, what, rows, widths)
  if isa(rows, "quaternion") && any(widths == 4)
    rows = compact(rows);
  end
  if ! isnumeric(rows) || ! isreal(rows) || ndims(rows) > 2 || ! any(size(rows, 2) == widths)
    error("condyle:argument", "%s: expected %s, n-by-%s real numbers, not %s of %s", caller, what, ...
          strjoin(arrayfun(@(k) sprintf("%d", k), widths, "UniformOutput", false), " or n-by-"), class(rows), ...
          strjoin(arrayfun(@(k) sprintf("%d", k), size(rows), "UniformOutput", false), "-by-"));
  end
  if ! isfloat(rows)
    rows = double(rows);
  end
end
