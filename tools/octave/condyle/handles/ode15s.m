function varargout = ode15s(equations, times, y0, options = [], varargin)
  % ODE15S  Octave's ode15s, which begins with the slope that the equations have there, where the options give none.
  %
  %   [t,y] = ode15s(f,times,y0)
  %   [t,y] = ode15s(f,times,y0,options)
  %
  %   Octave's own begins with the slope 0 and may stop at once.  y0 may be an array: its numbers are a column.
  %
  %   Example:
  %     >> [t,y] = ode15s(@(t,y) -1000*(y - cos(t)),[0 1],0);
  %     >> abs(y(end) - cos(1)) < 0.01
  %     ans = 1
  if nargin < 3
    print_usage();
  end
  if isempty(options)
    options = odeset();
  end
  if ischar(equations)
    equations = str2func(equations);
  end
  y0 = y0(:);
  if isempty(odeget(options, "InitialSlope")) && isempty(odeget(options, "Mass"))
    options = odeset(options, "InitialSlope", equations(times(1), y0, varargin{:})(:));
  end
  [varargout{1:nargout}] = graphicsHandle("plain", "ode15s", equations, times, y0, options, varargin{:});
end
