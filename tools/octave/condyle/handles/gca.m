function handle = gca()
  % GCA  Octave's gca, whose result has properties by a dot: gca().Color.
  handle = graphicsHandle("gca");
end
