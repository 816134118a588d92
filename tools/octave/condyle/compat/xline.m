function varargout = xline(x, style, varargin)
  % XLINE  A line across the plot at x.
  %
  %   xline(x)
  %   xline(x,style)                "--r" for example
  %   xline(x,style,label)          with a text
  %   xline(...,Name,Value)         properties of the line
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> plot([0 1],[0 2]);
  %     >> h = xline(0.5,"--r");
  %     >> get(h,"xdata")
  %     ans =
  %
  %        0.5000   0.5000
  if nargin < 1 || ! isnumeric(x) || ! isscalar(x)
    error("condyle:argument", "xline: expected a number");
  end
  if nargin < 2 || isempty(style)
    style = "-";
  end
  label = "";
  if mod(numel(varargin), 2) == 1
    label = varargin{1};
    varargin(1) = [];
  end
  limits = get(gca(), "ylim");
  was_held = ishold();
  hold("on");
  handle = plot([x x], limits, style, varargin{:});
  set(gca(), "ylim", limits);
  if ! isempty(label)
    text(x, limits(2), label, "rotation", 90, "verticalalignment", "bottom", "horizontalalignment", "right");
  end
  if ! was_held
    hold("off");
  end
  if nargout > 0
    varargout{1} = handle;
  end
end
