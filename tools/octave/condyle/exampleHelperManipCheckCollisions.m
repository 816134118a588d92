function [hit, own, world] = exampleHelperManipCheckCollisions(robot = [], shapes, objects, q, exhaustive = false)
  % EXAMPLEHELPERMANIPCHECKCOLLISIONS  Tell whether shapes of a robot overlap each other or the objects of a world.
  %
  %   [hit,own,world] = exampleHelperManipCheckCollisions(robot,shapes,objects,q,exhaustive)
  %
  %   shapes is a cell array as of exampleHelperManipCollisionsFromVisuals, objects one of collision objects in the
  %   base's frame.  own has a row for each pair of bodies that overlap, their rows in shapes, of those that do not
  %   follow each other; world a row [body object].  Without exhaustive the search ends with the first pair.
  %
  %   For scripts after the examples of collision checking in MATLAB's documentation.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="column");
  %     >> shapes = exampleHelperManipCollisionsFromVisuals(robot);
  %     >> wall = collisionBox(0.1,2,2,"Pose",trvec2tform([0.5 0 0.5]));
  %     >> [hit,own,world] = exampleHelperManipCheckCollisions(robot,shapes,{wall},[0 -1.2 1.5 -1.9 -1.57 0]',true);
  %     >> hit
  %     hit = 1
  %
  %   See also exampleHelperManipCollisionsFromVisuals, checkCollision.
  robot = asRigidBodyTree(robot, "exampleHelperManipCheckCollisions", "a rigidBodyTree");
  needArguments(nargin, 4, "exampleHelperManipCheckCollisions(robot,shapes,objects,q,exhaustive)");
  names = [{robot.BaseName}, robot.BodyNames];
  if ! iscell(shapes) || ! isequal(size(shapes), [numel(names), 2])
    error("condyle:argument", "exampleHelperManipCheckCollisions: expected a row of shapes for the base and each of %d bodies", ...
          numel(names) - 1);
  end
  present = find(! cellfun(@isempty, shapes(:, 1)))';
  for i = present
    shapes{i, 1}.Pose = getTransform(robot, q, names{i}) * shapes{i, 2};
  end
  own = zeros(0, 2);
  world = zeros(0, 2);
  for i = present
    for k = present(present > i + 1)
      if checkCollision(shapes{i, 1}, shapes{k, 1})
        own(end + 1, :) = [i k];
      end
    end
    for k = 1:numel(objects)
      if checkCollision(shapes{i, 1}, objects{k})
        world(end + 1, :) = [i k];
      end
    end
    if ! exhaustive && rows(own) + rows(world) > 0
      break;
    end
  end
  hit = rows(own) + rows(world) > 0;
  if ! exhaustive && hit
    own = own(1:min(1, end), :);
    world = world(1:min(1 - rows(own), end), :);
  end
end
