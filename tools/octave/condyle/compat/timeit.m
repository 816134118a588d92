function seconds = timeit(f, results = 0)
  % TIMEIT  The time of a call, in seconds: the median of several.
  %
  %   seconds = timeit(f)
  %   seconds = timeit(f,results)     f called for that many results
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> timeit(@() sum(1:100)) > 0
  %     ans = 1
  if nargin < 1
    print_usage();
  end
  got = cell(1, results);
  times = zeros(1, 11);
  for k = 1:numel(times)
    start = tic();
    [got{:}] = f();
    times(k) = toc(start);
    if sum(times) > 5
      times = times(1:k);
      break;
    end
  end
  seconds = median(times);
end
