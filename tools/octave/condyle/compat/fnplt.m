function points = fnplt(f, varargin)
  % FNPLT  Draw piecewise polynomials: a function, or a curve of two or three coordinates.
  %
  %   fnplt(pp)
  %   fnplt(pp,style,width,[from to])     in any order: a style of plot, a width of lines, an interval
  %   points = fnplt(pp,...)              the points instead, 2-by-n or 3-by-n
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> curve = cscvn([0 1 4; 0 1 0]);
  %     >> points = fnplt(curve);
  %     >> rows(points)
  %     ans = 2
  %     >> fnplt(curve,"r",2)
  if nargin < 1
    print_usage();
  end
  if ! isstruct(f) || ! isfield(f, "breaks")
    error("condyle:argument", "fnplt: expected piecewise polynomials");
  end
  style = "-";
  width = 1;
  ends = f.breaks([1 end]);
  for option = varargin
    value = option{1};
    if ischar(value)
      style = value;
    elseif isnumeric(value) && isscalar(value)
      width = value;
    elseif isnumeric(value) && numel(value) == 2
      ends = value;
    elseif ! isempty(value)
      error("condyle:argument", "fnplt: expected a style, a width and an interval [from to]");
    end
  end
  x = unique([linspace(ends(1), ends(2), 101), f.breaks(f.breaks > ends(1) & f.breaks < ends(2))]);
  points = reshape(ppval(f, x), prod(f.dim), []);
  if rows(points) == 1
    points = [x; points];
  end
  points = points(1:min(3, end), :);
  if nargout == 0
    if rows(points) == 2
      plot(points(1, :), points(2, :), style, "linewidth", width);
    else
      plot3(points(1, :), points(2, :), points(3, :), style, "linewidth", width);
    end
    clear points;
  end
end
