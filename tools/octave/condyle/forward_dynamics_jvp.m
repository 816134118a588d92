function varargout = forward_dynamics_jvp(robot = [], varargin)
  % FORWARD_DYNAMICS_JVP  Change of forward dynamics along a step.
  %
  %   dqdd = forward_dynamics_jvp(robot,configuration,velocity,torque,fext,dq,dqd,dtau)
  %
  %   dqdd is the derivative of forwardDynamics(robot,configuration,velocity,torque,fext) along the steps dq, dqd and
  %   dtau (n numbers each, []: zero), without any matrix.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> x = [1 2 3 4 5 6];
  %     >> dqdd = forward_dynamics_jvp(robot,q,[],[],[],[],[],x);
  %     >> norm(dqdd - inverse_mass_times(robot,q,x)) < 1e-9*norm(dqdd)
  %     ans = 1
  %
  %   See also forward_dynamics_vjp, forward_dynamics_derivatives.
  [robot, variable] = asObject(robot, inputname(1, false), "forward_dynamics_jvp");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.forward_dynamics_jvp(varargin{:});
end
