function exampleHelperPlotWaypoints(points)
  % EXAMPLEHELPERPLOTWAYPOINTS  Draw points as blue spheres of radius 0.01 m.
  %
  %   exampleHelperPlotWaypoints(points)     n-by-3
  %
  %   For scripts after the examples of trajectories in MATLAB's documentation.
  if nargin != 1 || columns(points) != 3
    print_usage();
  end
  for point = points'
    exampleHelperPlotSpheres(0.01, point');
  end
end
