function varargout = ode23t(varargin)
  % ODE23T  Stiff differential equations by ode15s, which is accurate to the same tolerances.
  %
  %   [t,y] = ode23t(f,times,y0)
  %   [t,y] = ode23t(f,times,y0,options)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> [t,y] = ode23t(@(t,y) -1000*(y - cos(t)),[0 1],0);
  %     >> abs(y(end) - cos(1)) < 0.01
  %     ans = 1
  [varargout{1:nargout}] = ode15s(varargin{:});
end
