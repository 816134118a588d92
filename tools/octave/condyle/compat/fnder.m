function pp = fnder(pp, order = 1)
  % FNDER  The derivative of piecewise polynomials.
  %
  %   derivative = fnder(pp)
  %   derivative = fnder(pp,order)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> parabola = mkpp([0 1],[1 0 0]);
  %     >> ppval(fnder(parabola),[0 0.5 1])
  %     ans =
  %
  %        0   1   2
  if nargin < 1
    print_usage();
  end
  pp = ppder(pp, order);
end
