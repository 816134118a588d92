% A shape of a body for condyle("separations"): its kind (0: points and all that is within the radius of their hull; 1:
% a cylinder between two points), its points (3-by-n), and its radius.
function [kind, points, radius] = shapeCore(shape, file)
  kind = 0;
  radius = 0;
  switch shape.Type
    case "box"
      [x, y, z] = ndgrid([-0.5 0.5], [-0.5 0.5], [-0.5 0.5]);
      points = shape.Size(:) .* [x(:) y(:) z(:)]';
    case "sphere"
      [points, radius] = deal(zeros(3, 1), shape.Radius);
    case {"capsule", "cylinder"}
      kind = double(strcmp(shape.Type, "cylinder"));
      points = [0 0; 0 0; shape.Length / 2 * [-1 1]];
      radius = shape.Radius;
    otherwise
      points = shape.Scale' .* hullPoints(condyle("mesh", shape.Mesh, file));
  end
end
