function number = height(array)
  % HEIGHT  The number of rows of an array.
  %
  %   number = height(array)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> height(zeros(4,3))
  %     ans = 4
  if nargin != 1
    print_usage();
  end
  number = rows(array);
end
