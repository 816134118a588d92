function object = CartesianBounds(varargin)
  % ROBOTICS.CARTESIANBOUNDS  The name that constraintCartesianBounds had before MATLAB's release R2019b.
  %
  %   object = robotics.CartesianBounds(...)
  %
  %   See constraintCartesianBounds for the arguments.  The object is of the class constraintCartesianBounds.
  object = constraintCartesianBounds(varargin{:});
end
