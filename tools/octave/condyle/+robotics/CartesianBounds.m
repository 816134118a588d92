function object = CartesianBounds(varargin)
  % ROBOTICS.CARTESIANBOUNDS  The name that constraintCartesianBounds had before MATLAB's release R2019b.
  %
  %   object = robotics.CartesianBounds(...)
  %
  %   See constraintCartesianBounds for the arguments.  The object is of the class constraintCartesianBounds.
  %
  %   Example:
  %     >> box = robotics.CartesianBounds("tool0");
  %     >> box.Bounds = [-1 1; -1 1; 0.1 Inf];
  %     >> box.Bounds(3,1)
  %     ans = 0.1000
  object = constraintCartesianBounds(varargin{:});
end
