function [values, slopes] = deval(solution, places, components)
  % DEVAL  The solution of differential equations at other times.
  %
  %   values = deval(solution,times)              of the struct that ode45 and its kin give, a column for each time
  %   values = deval(solution,times,components)   of these components only
  %   values = deval(times,solution,...)
  %   [values,slopes] = deval(...)                the derivatives by time, too
  %
  %   The values are those of the cubic splines through the steps of the solver.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> solution = ode45(@(t,y) -y,[0 1],1);
  %     >> abs(deval(solution,0.55) - exp(-0.55)) < 1e-3
  %     ans = 1
  if nargin < 2
    print_usage();
  end
  if isstruct(places)
    [solution, places] = deal(places, solution);
  end
  if ! isstruct(solution) || ! all(isfield(solution, {"x", "y"})) || numel(solution.x) < 2
    error("condyle:argument", "deval: expected the struct that ode45 gives, with fields x and y");
  end
  if ! isnumeric(places) || any(places(:) < min(solution.x) | places(:) > max(solution.x))
    error("condyle:argument", "deval: expected times from %g to %g", min(solution.x), max(solution.x));
  end
  y = solution.y;
  if columns(y) != numel(solution.x)
    y = y.';
  end
  if nargin > 2
    y = y(components, :);
  end
  [x, first] = unique(solution.x(:).');
  pieces = spline(x, y(:, first));
  values = reshape(ppval(pieces, places(:).'), rows(y), []);
  if nargout > 1
    slopes = reshape(ppval(ppder(pieces), places(:).'), rows(y), []);
  end
end
