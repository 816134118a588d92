function object = CartesianBounds(varargin)
  % CARTESIANBOUNDS  The name of robotics.CartesianBounds after import robotics.*, today's constraintCartesianBounds.
  object = constraintCartesianBounds(varargin{:});
end
