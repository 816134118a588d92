function number = width(array)
  % WIDTH  The number of columns of an array.
  %
  %   number = width(array)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> width(zeros(4,3))
  %     ans = 3
  if nargin != 1
    print_usage();
  end
  number = columns(array);
end
