function exampleHelperRigidBodyTreeAnimation(robot, states, step, target)
  % EXAMPLEHELPERRIGIDBODYTREEANIMATION  Draw a robot at states one after the other, in a figure of its own.
  %
  %   exampleHelperRigidBodyTreeAnimation(robot,states,step)
  %   exampleHelperRigidBodyTreeAnimation(robot,states,step,target)
  %
  %   states has a row for each time, which begins with the configuration; each step-th one is drawn.  target is a point
  %   [x y z] that is marked.
  %
  %   For scripts after the examples of joint-space motion models in MATLAB's documentation.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="column");
  %     >> states = [zeros(2,6); 0.1*ones(2,6)];
  %     >> exampleHelperRigidBodyTreeAnimation(robot,states,2)
  %     >> isempty(get(gcf(),"currentaxes"))
  %     ans = 0
  if nargin < 3
    print_usage();
  end
  count = numel(homeConfiguration(robot));
  if ! isnumeric(states) || columns(states) < count || ! isscalar(step) || step < 1
    error("condyle:argument", ...
          "exampleHelperRigidBodyTreeAnimation: expected a row of %d numbers or more for each state, and a step", ...
          count);
  end
  figure();
  for i = 1:step:rows(states)
    q = states(i, 1:count);
    if ! strcmp(robot.DataFormat, "row")
      q = q';
    end
    handle = show(robot, q, "Frames", "off", "PreservePlot", false);
    if i == 1
      hold(handle, "on");
      if nargin > 3
        plot3(target(1), target(2), target(3), "x", "markersize", 10);
      end
    end
    title(sprintf("State %d of %d", i, rows(states)));
    drawnow();
  end
end
