function q = randrot(varargin)
  % RANDROT  Random rotations, evenly spread over all rotations: quaternion objects.
  %
  %   q = randrot            one
  %   q = randrot(n)         n-by-n
  %   q = randrot(m,n), randrot([m n])
  %
  %   randn decides: randn("twister",1) makes them repeatable.
  %
  %   Example:
  %     >> q = randrot(3,1);
  %     >> max(abs(norm(q) - 1)) < 1e-12
  %     ans = 1
  %
  %   See also quaternion.
  dimensions = [varargin{:}];
  if isempty(dimensions)
    dimensions = 1;
  end
  if isscalar(dimensions)
    dimensions = [dimensions dimensions];
  end
  if ! isnumeric(dimensions) || any(dimensions < 0 | dimensions != fix(dimensions))
    error("condyle:argument", "randrot: expected sizes, whole numbers not below 0");
  end
  parts = randn(prod(dimensions), 4); # of a normal distribution in four dimensions, all directions are alike
  parts ./= sqrt(sumsq(parts, 2));
  q = reshape(quaternion(parts), dimensions);
end
