function exampleHelperPlotCupAndTable(height, radius, place)
  % EXAMPLEHELPERPLOTCUPANDTABLE  Draw a cup on a table, for examples of motions towards a cup.
  %
  %   exampleHelperPlotCupAndTable(height,radius,place)     a cylinder around place, and the table under it
  %
  %   For scripts written for MATLAB, after the description of the example that has this function.
  %
  %   Example:
  %     >> exampleHelperPlotCupAndTable(0.2,0.05,[0.5 0 0.5])
  %     >> numel(get(gca(),"children")) > 1
  %     ans = 1
  if nargin != 3
    print_usage();
  end
  turn = linspace(0, 2 * pi, 33);
  [x, y] = deal(place(1) + radius * cos(turn), place(2) + radius * sin(turn));
  z = place(3) + height / 2 * [-1; 1];
  % The table is no higher than the cup's bottom.  Surfaces, as gnuplot draws no flat pieces with four corners.
  surface([x; x], [y; y], repmat(z, 1, numel(turn)), "facecolor", [0.8 0.2 0.2], "edgecolor", "none");
  side = 0.4;
  [x, y] = meshgrid(place(1) + side * [-1 1], place(2) + side * [-1 1]);
  surface(x, y, repmat(z(1), 2, 2), "facecolor", [0.7 0.6 0.5], "edgecolor", "none");
end
