function values = fnval(pp, x)
  % FNVAL  The values of piecewise polynomials, whose place may also be the second one.
  %
  %   values = fnval(pp,x)
  %   values = fnval(x,pp)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  if nargin != 2
    print_usage();
  end
  if isstruct(x)
    [pp, x] = deal(x, pp);
  end
  values = ppval(pp, x);
end
