function varargout = ode113(varargin)
  % ODE113  Differential equations by ode45, which is accurate to the same tolerances.
  %
  %   [t,y] = ode113(f,times,y0)
  %   [t,y] = ode113(f,times,y0,options)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> [t,y] = ode113(@(t,y) -y,[0 1],1);
  %     >> abs(y(end) - exp(-1)) < 1e-3
  %     ans = 1
  [varargout{1:nargout}] = ode45(varargin{:});
end
