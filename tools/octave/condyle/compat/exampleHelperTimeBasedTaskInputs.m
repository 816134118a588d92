function rate = exampleHelperTimeBasedTaskInputs(model, interval, first, last, t, state)
  % EXAMPLEHELPERTIMEBASEDTASKINPUTS  Derivative of a task-space motion model on the way from one pose to another.
  %
  %   rate = exampleHelperTimeBasedTaskInputs(model,[t0 t1],first,last,t,state)
  %
  %   model is a taskSpaceMotionModel; its reference at t is the pose and velocity of transformtraj between the poses
  %   first and last, 4-by-4, over the interval.
  %
  %   For scripts after the example of MATLAB's documentation that plans a trajectory for a Kinova Gen3.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="column");
  %     >> model = taskSpaceMotionModel("RigidBodyTree",robot,"EndEffectorName","tool0");
  %     >> q = [0 -1.5 1.5 0 0.5 0]';
  %     >> first = getTransform(robot,q,"tool0");
  %     >> last = trvec2tform([0 0 0.1])*first;
  %     >> rate = exampleHelperTimeBasedTaskInputs(model,[0 1],first,last,0.5,[q; zeros(6,1)]);
  %     >> size(rate)
  %     ans =
  %
  %        12    1
  [pose, velocity] = transformtraj(first, last, interval(:)', min(max(t, interval(1)), interval(end)));
  rate = derivative(model, state, pose, velocity);
end
