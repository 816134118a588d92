function shapes = exampleHelperManipCollisionsFromVisuals(robot = [])
  % EXAMPLEHELPERMANIPCOLLISIONSFROMVISUALS  Convex shapes around what show draws of each body.
  %
  %   shapes = exampleHelperManipCollisionsFromVisuals(robot)
  %
  %   shapes has a row for the base and then for each body in the order of robot.Bodies: a collisionMesh, [] for a body
  %   without shapes, and the transform from its frame to the body's.
  %
  %   For scripts after the examples of collision checking in MATLAB's documentation.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="column");
  %     >> shapes = exampleHelperManipCollisionsFromVisuals(robot);
  %     >> rows(shapes)
  %     ans = 11
  %     >> class(shapes{4,1})
  %     ans = collisionMesh
  %
  %   See also exampleHelperManipCheckCollisions, checkCollision.
  robot = asRigidBodyTree(robot, "exampleHelperManipCollisionsFromVisuals", "a rigidBodyTree");
  names = [{robot.BaseName}, robot.BodyNames];
  shapes = cell(numel(names), 2);
  for i = 1:numel(names)
    points = zeros(3, 0);
    for shape = condyle("body", robot.h, names{i}, "visuals")
      own = shapeSurface(shape{1}, robot.File);
      points = [points, shape{1}.Transform(1:3, :) * [own; ones(1, columns(own))]];
    end
    if ! isempty(points)
      shapes{i, 1} = collisionMesh(points');
    end
    shapes{i, 2} = eye(4);
  end
end
