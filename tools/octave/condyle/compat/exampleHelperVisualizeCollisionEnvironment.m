function handle = exampleHelperVisualizeCollisionEnvironment(objects)
  % EXAMPLEHELPERVISUALIZECOLLISIONENVIRONMENT  Draw a world of collision objects into a figure of its own.
  %
  %   axes = exampleHelperVisualizeCollisionEnvironment(objects)     a cell array
  %
  %   For scripts after the examples of collision checking in MATLAB's documentation.
  %
  %   Example:
  %     >> ax = exampleHelperVisualizeCollisionEnvironment({collisionBox(1,1,0.1),collisionSphere(0.2)});
  %     >> isaxes(ax)
  %     ans = 1
  figure();
  handle = showCollisionArray(objects);
  hold(handle, "on");
end
