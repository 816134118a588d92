function handle = gca()
  % GCA  Octave's gca, whose result has properties by a dot: gca().Color.
  %
  %   Example:
  %     >> ax = gca;
  %     >> ax.XLim = [0 2];
  %     >> ax.XLim
  %     ans =
  %
  %        0   2
  handle = graphicsHandle("gca");
end
