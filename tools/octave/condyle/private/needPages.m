% Returns PAGES, an argument of the function CALLER, as numbers: k-by-k-by-n, k one of SIZES.  WHAT names a page in
% messages.  Objects of the classes so2, so3, se2 and se3 become their matrices.
function pages = needPages(caller, what, pages, sizes)
  if any(strcmp(class(pages), {"so2", "so3", "se2", "se3"}))
    pages = pagesOf(pages);
  end
  [rows, columns] = deal(size(pages, 1), size(pages, 2));
  if ! isnumeric(pages) || ! isreal(pages) || ndims(pages) > 3 || rows != columns || ! any(rows == sizes)
    error("condyle:argument", "%s: expected %s, %s real numbers, not %s of %s", caller, what, ...
          strjoin(arrayfun(@(k) sprintf("%d-by-%d-by-n", k, k), sizes, "UniformOutput", false), " or "), ...
          class(pages), strjoin(arrayfun(@(k) sprintf("%d", k), size(pages), "UniformOutput", false), "-by-"));
  end
  if ! isfloat(pages)
    pages = double(pages);
  end
end
