function varargout = tiledlayout(varargin)
  % TILEDLAYOUT  A grid of plots, which nexttile fills.
  %
  %   tiledlayout(rows,columns)
  %   tiledlayout("flow"), tiledlayout("vertical"), tiledlayout("horizontal")     as many as there are plots
  %   tiledlayout(...,Name,Value)      TileSpacing and Padding are accepted
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> tiledlayout(2,2);
  %     >> for k = 1:4
  %     .. nexttile;
  %     .. plot(1:k);
  %     .. end
  %     >> numel(findobj(gcf(),"Type","axes"))
  %     ans = 4
  if nargin > 0 && ischar(varargin{1}) && any(strcmpi(varargin{1}, {"flow", "vertical", "horizontal"}))
    grid = lower(varargin{1});
  elseif nargin == 0
    grid = "flow";
  elseif nargin > 1 && isnumeric(varargin{1}) && isnumeric(varargin{2})
    grid = [varargin{1}, varargin{2}];
  else
    error("condyle:argument", "tiledlayout: expected numbers of rows and columns, or ""flow""");
  end
  target = gcf();
  clf(target);
  setappdata(target, "tiles", struct("Grid", {grid}, "Count", 0));
  if nargout > 0
    varargout{1} = target;
  end
end
