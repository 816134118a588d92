function handle = gcf()
  % GCF  Octave's gcf, whose result has properties by a dot: gcf().Color.
  %
  %   Example:
  %     >> fig = gcf;
  %     >> fig.Name = "a robot";
  %     >> fig.Name
  %     ans = a robot
  handle = graphicsHandle("gcf");
end
