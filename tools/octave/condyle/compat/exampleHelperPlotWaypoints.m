function exampleHelperPlotWaypoints(points)
  % EXAMPLEHELPERPLOTWAYPOINTS  Draw points as blue spheres of radius 0.01 m.
  %
  %   exampleHelperPlotWaypoints(points)     n-by-3
  %
  %   For scripts after the examples of trajectories in MATLAB's documentation.
  %
  %   Example:
  %     >> exampleHelperPlotWaypoints([0 0 0; 0.1 0.2 0.3])
  %     >> numel(findobj(gca(),"Type","patch"))
  %     ans = 2
  if nargin != 1 || columns(points) != 3
    print_usage();
  end
  for point = points'
    exampleHelperPlotSpheres(0.01, point');
  end
end
