function list = strings(varargin)
  % STRINGS  Empty texts, a cell array.
  %
  %   list = strings(n)        n-by-n
  %   list = strings(m,n), strings([m n])
  %
  %   For scripts written for MATLAB, whose arrays of strings are cell arrays here; a function of this name in Octave or
  %   in another package comes first.
  %
  %   Example:
  %     >> strings(1,2)
  %     ans =
  %     {
  %       [1,1] =
  %       [1,2] =
  %     }
  list = cell(varargin{:});
  list(:) = {""};
end
