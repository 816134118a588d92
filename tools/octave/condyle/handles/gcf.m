function handle = gcf()
  % GCF  Octave's gcf, whose result has properties by a dot: gcf().Color.
  handle = graphicsHandle("gcf");
end
