function varargout = ode113(varargin)
  % ODE113  Differential equations by ode45, which is accurate to the same tolerances.
  %
  %   [t,y] = ode113(f,times,y0)
  %   [t,y] = ode113(f,times,y0,options)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  [varargout{1:nargout}] = ode45(varargin{:});
end
