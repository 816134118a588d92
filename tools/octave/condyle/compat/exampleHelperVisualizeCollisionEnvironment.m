function handle = exampleHelperVisualizeCollisionEnvironment(objects)
  % EXAMPLEHELPERVISUALIZECOLLISIONENVIRONMENT  Draw a world of collision objects into a figure of its own.
  %
  %   axes = exampleHelperVisualizeCollisionEnvironment(objects)     a cell array
  %
  %   For scripts after the examples of collision checking in MATLAB's documentation.
  figure();
  handle = showCollisionArray(objects);
  hold(handle, "on");
end
