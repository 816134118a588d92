function value = rms(x, dimension)
  % RMS  The root of the mean of squares.
  %
  %   rms(x)
  %   rms(x,dimension)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> rms([3 4 0 0])
  %     ans = 2.5000
  if nargin < 1
    print_usage();
  end
  if nargin < 2
    dimension = [find(size(x) != 1, 1), 1](1);
  end
  value = sqrt(mean(abs(x) .^ 2, dimension));
end
