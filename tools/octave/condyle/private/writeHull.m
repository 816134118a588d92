% Writes the convex hull of points (n-by-3) to a new OBJ file, and returns its name.
function file = writeHull(points)
  faces = convhulln(points);
  file = [tempname() ".obj"];
  out = fopen(file, "w");
  if out < 0
    error("condyle:io", "collisionMesh: cannot write %s", file);
  end
  fprintf(out, "v %.17g %.17g %.17g\n", points');
  fprintf(out, "f %d %d %d\n", faces');
  fclose(out);
end
