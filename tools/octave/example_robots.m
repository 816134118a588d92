% Writes exampleRobots.mat: each bundled robot as a variable of its name (a hyphen is an underscore there), and the
% robots of older pages.
names = condyle("robots");
if isempty(names)
  error("example_robots: no robots are found; CONDYLE_URDF_PATH names their folder");
end
for i = 1:numel(names)
  robots.(strrep(names{i}, "-", "_")) = storedRobot(names{i}, uint64(i));
end

% A serial robot from Denavit-Hartenberg parameters [a alpha d theta].
function robot = from_parameters(parameters, prefix, joints)
  robot = rigidBodyTree();
  parent = "base";
  for k = 1:size(parameters, 1)
    body = rigidBody(sprintf("%s%d", prefix, k));
    body.Joint = rigidBodyJoint(sprintf("%s%d", joints, k), "revolute");
    setFixedTransform(body.Joint, parameters(k, :), "dh");
    addBody(robot, body, parent);
    parent = body.Name;
  end
end

% The PUMA 560 of the pages about building robots: its lengths (J. J. Craig, Introduction to Robotics; J. Armstrong,
% O. Khatib, J. Burdick, The explicit dynamic model and inertial parameters of the PUMA 560 arm, ICRA 1986), and 1 kg a
% body.
robots.puma1 = storedRobot(from_parameters([0 pi/2 0 0; 0.4318 0 0 0; 0.0203 -pi/2 0.15005 0; 0 pi/2 0.4318 0
                                            0 -pi/2 0 0; 0 0 0 0], "L", "jnt"), uint64(numel(names) + 1));
% Three links in a plane.
robots.planar = storedRobot(from_parameters([1 0 0 0; 1 0 0 0; 1 0 0 0], "link", "joint"),
                              uint64(numel(names) + 2));
save("-binary", argv(){end}, "-struct", "robots");
