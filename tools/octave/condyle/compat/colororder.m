function colors = colororder(varargin)
  % COLORORDER  The colors of the lines of axes, one after the other.
  %
  %   colors = colororder()
  %   colororder(colors)              n-by-3
  %   colororder(axes,colors)         of axes, or of all axes of a figure
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> axes();
  %     >> colororder([1 0 0; 0 0 1])
  %     >> colororder()
  %     ans =
  %
  %        1   0   0
  %        0   0   1
  target = [];
  if nargin > 0 && isscalar(varargin{1}) && ishghandle(varargin{1})
    target = varargin{1};
    varargin(1) = [];
  end
  if isempty(target)
    target = gca();
  end
  if isempty(varargin)
    colors = get(target, "colororder");
    return;
  end
  if ! isnumeric(varargin{1}) || columns(varargin{1}) != 3
    error("condyle:argument", "colororder: expected colors, n-by-3");
  end
  set(findobj(target, "type", "axes"), "colororder", varargin{1});
end
