function x = lsqminnorm(A, b, tolerance)
  % LSQMINNORM  The least-squares solution of A x = b whose norm is the smallest.
  %
  %   x = lsqminnorm(A,b)
  %   x = lsqminnorm(A,b,tolerance)     singular values up to tolerance count as zero
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> x = lsqminnorm([1 1],2)
  %     x =
  %
  %        1
  %        1
  if nargin < 2
    print_usage();
  end
  if nargin < 3 || ischar(tolerance)
    x = pinv(A) * b;
  else
    x = pinv(A, tolerance) * b;
  end
end
