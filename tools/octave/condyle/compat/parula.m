function colors = parula(varargin)
  % PARULA  Octave's colors viridis, in place of MATLAB's default ones.
  %
  %   colors = parula(count)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> size(parula(8))
  %     ans =
  %
  %        8   3
  colors = viridis(varargin{:});
end
