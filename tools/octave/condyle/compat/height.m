function number = height(array)
  % HEIGHT  The number of rows of an array.
  %
  %   number = height(array)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  if nargin != 1
    print_usage();
  end
  number = rows(array);
end
