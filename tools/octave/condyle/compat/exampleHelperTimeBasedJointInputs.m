function rate = exampleHelperTimeBasedJointInputs(model, interval, points, t, state)
  % EXAMPLEHELPERTIMEBASEDJOINTINPUTS  Derivative of a joint-space motion model along a B-spline.
  %
  %   rate = exampleHelperTimeBasedJointInputs(model,[t0 t1],points,t,state)
  %
  %   model is a jointSpaceMotionModel; its reference at t is that of bsplinepolytraj with the control points, a column
  %   each, over the interval.
  %
  %   For scripts after the example of MATLAB's documentation that plans a trajectory for a Kinova Gen3.
  [q, qd, qdd] = bsplinepolytraj(points, interval(:)', min(max(t, interval(1)), interval(end)));
  command = [q; qd];
  if ! strcmp(model.MotionType, "PDControl")
    command = [command; qdd];
  end
  rate = derivative(model, state, command);
end
