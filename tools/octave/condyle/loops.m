function list = loops(robot = [])
  % LOOPS  The closed loops that a robot's file states.
  %
  %   list = loops(robot)
  %
  %   list is a column of structs as closed_loop makes them: <connect> and <weld> between bodies or sites of MJCF,
  %   <loop_joint> of URDF, and joints of SDF and USD that close a chain.  All functions but those of a mechanism leave
  %   the loops open.
  %
  %   Example:
  %     >> numel(loops(loadrobot("universalUR5e")))
  %     ans = 0
  %
  %   See also mechanism, closed_loop.
  robot = asRigidBodyTree(robot, "loops", "a rigidBodyTree");
  cells = condyle("loops", robot);
  list = repmat(struct("Body", "", "Other", "", "Rows", [], "InBody", [], "InOther", []), rows(cells), 1);
  for k = 1:rows(cells)
    list(k) = closed_loop(cells{k, 1}, cells{k, 2}, bitand(cells{k, 3}, 2 .^ (0:5)) > 0, ...
                          placeOf(cells{k, 4}), placeOf(cells{k, 5}));
  end
end

% The transform of a place, [x y z roll pitch yaw].
function T = placeOf(place)
  T = trvec2tform(place(1:3)) * eul2tform(place(6:-1:4));
end
