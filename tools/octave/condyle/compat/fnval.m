function values = fnval(pp, x)
  % FNVAL  The values of piecewise polynomials, whose place may also be the second one.
  %
  %   values = fnval(pp,x)
  %   values = fnval(x,pp)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> parabola = mkpp([0 1],[1 0 0]);
  %     >> fnval(parabola,[0 0.5 1])
  %     ans =
  %
  %             0   0.2500   1.0000
  if nargin != 2
    print_usage();
  end
  if isstruct(x)
    [pp, x] = deal(x, pp);
  end
  values = ppval(pp, x);
end
