% CONDYLE_DEMO  A tour of the package: dynamics, a batch, inverse kinematics, control.
%
%   condyle_demo
%
%   Example:
%     >> condyle_demo
%     A UR5e in gravity, and the torques that hold it at home:
%          0.000   -52.409   -14.480 N m
%     The largest torques of the shoulder over 1000 states at once:
%         52.427 N m
%     A configuration that brings the tool to a pose:
%         success
%     Computed torque control leads there within a second:
%         the tool is within 1 mm
%
%   See also loadrobot.
printf("A UR5e in gravity, and the torques that hold it at home:\n");
robot = loadrobot("universalUR5e", "DataFormat", "row", "Gravity", [0 0 -9.81]);
printf("%10.3f", inverseDynamics(robot)(1:3));
printf(" N m\n");

printf("The largest torques of the shoulder over 1000 states at once:\n");
q = zeros(1000, 6);
q(:, 2) = linspace(-pi, 0, 1000);
printf("%10.3f N m\n", max(abs(gravityTorque(robot, q)(:, 2))));

printf("A configuration that brings the tool to a pose:\n");
ik = inverseKinematics("RigidBodyTree", robot);
pose = getTransform(robot, [0.5 -1.2 1.4 0.3 0.6 0.1], "tool0");
[solution, info] = ik("tool0", pose, ones(1, 6), homeConfiguration(robot));
printf("    %s\n", info.Status);

printf("Computed torque control leads there within a second:\n");
model = jointSpaceMotionModel("RigidBodyTree", robot);
[t, y] = ode45(@(t, y) derivative(model, y, [solution, zeros(1, 12)]'), [0 1], zeros(12, 1));
printf("    the tool is within %d mm\n", ceil(1000 * norm(getTransform(robot, y(end, 1:6), "tool0")(1:3, ...
    4) - pose(1:3, 4))));
