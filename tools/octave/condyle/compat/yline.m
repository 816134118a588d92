function varargout = yline(y, style, varargin)
  % YLINE  A line across the plot at y.
  %
  %   yline(y)
  %   yline(y,style)                "--r" for example
  %   yline(y,style,label)          with a text
  %   yline(...,Name,Value)         properties of the line
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> plot([0 1],[0 2]);
  %     >> h = yline(0.5,"--r");
  %     >> get(h,"ydata")
  %     ans =
  %
  %        0.5000   0.5000
  if nargin < 1 || ! isnumeric(y) || ! isscalar(y)
    error("condyle:argument", "yline: expected a number");
  end
  if nargin < 2 || isempty(style)
    style = "-";
  end
  label = "";
  if mod(numel(varargin), 2) == 1
    label = varargin{1};
    varargin(1) = [];
  end
  limits = get(gca(), "xlim");
  was_held = ishold();
  hold("on");
  handle = plot(limits, [y y], style, varargin{:});
  set(gca(), "xlim", limits);
  if ! isempty(label)
    text(limits(2), y, label, "verticalalignment", "bottom", "horizontalalignment", "right");
  end
  if ! was_held
    hold("off");
  end
  if nargout > 0
    varargout{1} = handle;
  end
end
