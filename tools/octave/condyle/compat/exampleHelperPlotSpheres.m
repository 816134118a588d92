function exampleHelperPlotSpheres(radius, center)
  % EXAMPLEHELPERPLOTSPHERES  Draw a blue sphere.
  %
  %   exampleHelperPlotSpheres(radius,center)     m, [x y z]
  %
  %   For scripts after the examples of trajectories in MATLAB's documentation.
  %
  %   Example:
  %     >> exampleHelperPlotSpheres(0.02,[0.1 0.2 0.3])
  %     >> numel(findobj(gca(),"Type","patch"))
  %     ans = 1
  if nargin != 2 || numel(center) != 3
    print_usage();
  end
  [x, y, z] = sphere(20);
  patch(surf2patch(radius * x + center(1), radius * y + center(2), radius * z + center(3)), "facecolor", "blue", ...
        "edgecolor", "none");
end
