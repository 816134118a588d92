% Adds a shape to a body: LIST is "visuals" or "collisions", ARGUMENTS are the type, the parameters, and the transform
% from the shape's frame to the body's.
function addShape(body, list, caller, arguments)
  if ! isempty(arguments) && isa(arguments{1}, "collisionGeometry")
    addGeometry(body, list, caller, arguments);
    return;
  end
  if numel(arguments) < 2 || numel(arguments) > 3
    error("condyle:argument", "%s: expected a type, its parameters, and perhaps a transform", caller);
  end
  [type, parameters] = arguments{1:2};
  if ! ischar(type)
    error("condyle:argument", "%s: expected a type of shape: box, cylinder, sphere, capsule or mesh", caller);
  end
  if strcmpi(type, "mesh") && ischar(parameters) && isempty(regexp(parameters, '^\w+://', "once"))
    if ! isfile(parameters)
      error("condyle:io", "%s: there is no file %s; expected an STL, OBJ or Collada file", caller, parameters);
    end
    parameters = make_absolute_filename(parameters);
  end
  condyle("add_shape", body.Owner.h, body.Key, list, lower(type), parameters, [arguments(3:end) {[]}]{1});
end

% Adds a collision object: its place in the body's frame is its Pose, after the transform that is given.
function addGeometry(body, list, caller, arguments)
  if numel(arguments) > 2
    error("condyle:argument", "%s: expected a collision object, and perhaps a transform", caller);
  end
  [geometry, T] = [arguments, {eye(4)}]{1:2};
  T = needPages(caller, "a transform", T, 4) * geometry.Pose;
  if isa(geometry, "collisionMesh")
    file = writeHull(geometry.Vertices);
    condyle("add_shape", body.Owner.h, body.Key, list, "mesh", file, T);
    return;
  end
  [type, parameters] = describe(geometry);
  condyle("add_shape", body.Owner.h, body.Key, list, type, parameters, T);
end
