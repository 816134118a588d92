% Returns the surface of a shape: vertices (3-by-n) in its frame, and triangles (3-by-m).
function [vertices, faces] = shapeSurface(shape, file)
  switch shape.Type
    case "mesh"
      [vertices, faces] = condyle("mesh", shape.Mesh, file);
      vertices = shape.Scale' .* vertices;
    case "box"
      [x, y, z] = ndgrid([-0.5 0.5], [-0.5 0.5], [-0.5 0.5]);
      vertices = shape.Size' .* [x(:) y(:) z(:)]';
      faces = [1 3 2; 2 3 4; 5 6 7; 6 8 7; 1 2 5; 2 6 5; 3 7 4; 4 7 8; 1 5 3; 3 5 7; 2 4 6; 4 8 6]';
    otherwise
      [vertices, faces] = revolve(shape);
  end
end

% A cylinder, sphere or capsule: its outline turned about z.
function [vertices, faces] = revolve(shape)
  angle = linspace(-pi / 2, pi / 2, 13);
  r = shape.Radius * cos(angle);
  z = shape.Radius * sin(angle) + (sign(angle) * shape.Length / 2) * strcmp(shape.Type, "capsule");
  if strcmp(shape.Type, "cylinder")
    r = shape.Radius * [0 1 1 0];
    z = shape.Length / 2 * [-1 -1 1 1];
  end
  turn = linspace(0, 2 * pi, 25)(1:24);
  vertices = [reshape(r' * cos(turn), 1, []); reshape(r' * sin(turn), 1, []); repmat(z, 1, 24)];
  k = numel(r);
  faces = zeros(3, 0);
  for i = 0:23
    a = i * k + (1:k - 1);
    b = mod(i + 1, 24) * k + (1:k - 1);
    faces = [faces, [a; b; b + 1], [a; b + 1; a + 1]];
  end
end
