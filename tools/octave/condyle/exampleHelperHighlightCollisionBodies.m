function exampleHelperHighlightCollisionBodies(robot = [], indices, handle)
  % EXAMPLEHELPERHIGHLIGHTCOLLISIONBODIES  Draw bodies of a robot in yellow over the last drawing of show.
  %
  %   exampleHelperHighlightCollisionBodies(robot,indices,axes)
  %
  %   indices are those of the base, 1, and of the bodies behind it, as exampleHelperManipCheckCollisions gives them.
  %
  %   For scripts after the examples of collision checking in MATLAB's documentation.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="column");
  %     >> q = [0 -1 2.8 0 0 0]';
  %     >> ax = show(robot,q);
  %     >> shapes = exampleHelperManipCollisionsFromVisuals(robot);
  %     >> [hit,pairs] = exampleHelperManipCheckCollisions(robot,shapes,{},q,true);
  %     >> hit
  %     hit = 1
  %     >> exampleHelperHighlightCollisionBodies(robot,unique(pairs)',ax);
  %
  %   See also exampleHelperManipCheckCollisions, show.
  robot = asRigidBodyTree(robot, "exampleHelperHighlightCollisionBodies", "a rigidBodyTree");
  needArguments(nargin, 3, "exampleHelperHighlightCollisionBodies(robot,indices,axes)");
  names = [{robot.BaseName}, robot.BodyNames];
  if ! isnumeric(indices) || any(indices(:) < 1 | indices(:) > numel(names) | indices(:) != fix(indices(:)))
    error("condyle:argument", "exampleHelperHighlightCollisionBodies: expected indices from 1 (the base) to %d", ...
          numel(names));
  end
  own = drawingName(robot);
  poses = getappdata(handle, own);
  if isempty(poses)
    error("condyle:argument", ...
          "exampleHelperHighlightCollisionBodies: the robot was not drawn into these axes: show(robot) first");
  end
  for i = unique(indices(:))'
    for shape = condyle("body", robot.h, names{i}, "visuals")
      try
        [vertices, faces] = shapeSurface(shape{1}, robot.File);
      catch
        continue; # the file of a mesh is not there
      end
      vertices = poses(1:3, :, i) * shape{1}.Transform * [1.02 * vertices; ones(1, columns(vertices))];
      patch("faces", faces', "vertices", vertices', "facecolor", [1 0.8 0], "edgecolor", "none", "parent", handle, ...
            "tag", own);
    end
  end
end
