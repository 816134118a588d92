% Times calls from Octave: one state, and a batch of 100 000.  `meson test --benchmark octave -v`; beside the C library's
% own times, `condyle bench universalUR5e`.
robot = loadrobot("universalUR5e","DataFormat","row","Gravity",[0 0 -9.81]);
q = [0 -1.5 1.5 0 0 0];
qd = ones(1, 6);
repetitions = 5000;
printf("processor time of one call, the least of 5 rounds, microseconds\n");
for call = {"inverseDynamics(robot,q,qd,qd)", "robot.inverseDynamics(q,qd,qd)", "forwardDynamics(robot,q,qd,qd)", ...
            "massMatrix(robot,q)", "getTransform(robot,q,'tool0')", "gravityTorque(robot,q)"}
  least = Inf;
  for round = 1:5
    start = cputime;
    eval(["for i = 1:repetitions, " call{1} "; end"]);
    least = min(least, cputime - start);
  end
  printf("%-36s %8.2f\n", call{1}, least / repetitions * 1e6);
end

printf("inverse dynamics of 100000 states, nanoseconds a state\n");
states = 100000;
Q = rand(states, 6);
for form = {"row", "column"}
  robot.DataFormat = form{1};
  least = Inf;
  for round = 1:10
    start = cputime;
    for i = 1:5
      tau = inverseDynamics(robot, Q, Q, Q);
    end
    least = min(least, (cputime - start) / 5);
  end
  printf("%-36s %8.1f\n", form{1}, least / states * 1e9);
  Q = Q';
end
