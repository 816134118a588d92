function hom = cart2hom(cart)
  % CART2HOM  Homogeneous coordinates of points.
  %
  %   hom = cart2hom(cart)
  %
  %   cart is n-by-k, a point a row, and hom n-by-(k+1), with a column of ones.
  %
  %   Example:
  %     >> cart2hom([1 2 3; 4 5 6])
  %     ans =
  %
  %        1   2   3   1
  %        4   5   6   1
  %
  %   See also hom2cart.
  if ! isnumeric(cart) || ! isreal(cart) || ndims(cart) > 2
    error("condyle:argument", "cart2hom: expected points as rows of real numbers");
  end
  hom = [cart, ones(rows(cart), 1)];
end
