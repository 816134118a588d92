function frame = getframe(varargin)
  % GETFRAME  Octave's getframe; where the toolkit has none, gnuplot's, the picture that print writes, whole.
  %
  %   Example:
  %     >> plot([1 2 3]);
  %     >> frame = getframe(gcf);
  %     >> size(frame.cdata,3)
  %     ans = 3
  if ! strcmp(graphics_toolkit(), "gnuplot")
    frame = graphicsHandle("getframe", varargin{:});
    return;
  end
  target = gcf();
  if nargin > 0
    target = ancestor(varargin{1}, "figure");
  end
  file = [tempname() ".png"];
  clean = onCleanup(@() delete(file));
  print(target, file, "-dpng", sprintf("-S%d,%d", get(target, "position")(3:4)));
  frame = struct("cdata", imread(file), "colormap", []);
  if size(frame.cdata, 3) == 1
    frame.cdata = repmat(frame.cdata, 1, 1, 3);
  end
end
