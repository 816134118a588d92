% A mesh of boxes for a vehicle by the name of MATLAB's file, one long and with its nose to x; [] for other names.
%
%   [vertices,faces] = namedMesh(file)      3-by-n, 3-by-m
function [vertices, faces] = namedMesh(file)
  % A row for each box: its center and its sides.
  switch lower(file)
    case "groundvehicle.stl"
      boxes = [0 0 0.15, 1 0.5 0.16; -0.1 0 0.28, 0.5 0.42 0.12; 0.3 0.27 0.1, 0.2 0.06 0.2; 0.3 -0.27 0.1, ...
               0.2 0.06 0.2;
               -0.3 0.27 0.1, 0.2 0.06 0.2; -0.3 -0.27 0.1, 0.2 0.06 0.2];
    case "multirotor.stl"
      boxes = [0 0 0, 0.3 0.2 0.12; 0 0 0, 1 0.05 0.04; 0 0 0, 0.05 1 0.04; 0.45 0 0.05, 0.35 0.35 0.01;
               -0.45 0 0.05, 0.35 0.35 0.01; 0 0.45 0.05, 0.35 0.35 0.01; 0 -0.45 0.05, 0.35 0.35 0.01];
    case "fixedwing.stl"
      boxes = [0 0 0, 1 0.12 0.12; 0.1 0 0, 0.2 1.2 0.02; -0.43 0 0, 0.12 0.4 0.02; -0.43 0 -0.08, 0.12 0.02 0.16];
    otherwise
      [vertices, faces] = deal([]);
      return;
  end
  [x, y, z] = ndgrid([-0.5 0.5]);
  corners = [x(:), y(:), z(:)]';
  sides = [1 3 2; 2 3 4; 5 6 7; 6 8 7; 1 2 5; 2 6 5; 3 7 4; 4 7 8; 1 5 3; 3 5 7; 2 4 6; 4 8 6]';
  [vertices, faces] = deal(zeros(3, 0));
  for box = boxes'
    faces = [faces, sides + columns(vertices)];
    vertices = [vertices, box(1:3) + box(4:6) .* corners];
  end
end
