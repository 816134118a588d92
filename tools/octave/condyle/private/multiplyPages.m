% Products of the pages of A (m-by-k-by-n) and B (k-by-p-by-n); one page counts for all.
function C = multiplyPages(A, B)
  C = 0;
  for k = 1:size(A, 2)
    C = C + A(:, k, :) .* B(k, :, :);
  end
end
