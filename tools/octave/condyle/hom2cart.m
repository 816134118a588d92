function cart = hom2cart(hom)
  % HOM2CART  Points of homogeneous coordinates.
  %
  %   cart = hom2cart(hom)
  %
  %   hom is n-by-k, a point a row, whose last number divides the others; cart is n-by-(k-1).
  %
  %   Example:
  %     >> hom2cart([2 4 6 2])
  %     ans =
  %
  %        1   2   3
  %
  %   See also cart2hom.
  if ! isnumeric(hom) || ! isreal(hom) || ndims(hom) > 2 || columns(hom) < 2
    error("condyle:argument", "hom2cart: expected points as rows of two real numbers or more");
  end
  cart = hom(:, 1:end - 1) ./ hom(:, end);
end
