function rate = exampleHelperTimeBasedJointInputs(model, interval, points, t, state)
  % EXAMPLEHELPERTIMEBASEDJOINTINPUTS  Derivative of a joint-space motion model along a B-spline.
  %
  %   rate = exampleHelperTimeBasedJointInputs(model,[t0 t1],points,t,state)
  %
  %   model is a jointSpaceMotionModel; its reference at t is that of bsplinepolytraj with the control points, a column
  %   each, over the interval.
  %
  %   For scripts after the example of MATLAB's documentation that plans a trajectory for a Kinova Gen3.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="column");
  %     >> model = jointSpaceMotionModel("RigidBodyTree",robot,"MotionType","PDControl");
  %     >> points = ones(6,1)*[0 0.1 0.2 0.3];
  %     >> rate = exampleHelperTimeBasedJointInputs(model,[0 1],points,0.5,zeros(12,1));
  %     >> size(rate)
  %     ans =
  %
  %        12    1
  [q, qd, qdd] = bsplinepolytraj(points, interval(:)', min(max(t, interval(1)), interval(end)));
  command = [q; qd];
  if ! strcmp(model.MotionType, "PDControl")
    command = [command; qdd];
  end
  rate = derivative(model, state, command);
end
