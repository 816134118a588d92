function varargout = forward_dynamics_vjp(robot = [], varargin)
  % FORWARD_DYNAMICS_VJP  Weights times the derivatives of forward dynamics.
  %
  %   [byQ,byQd,byTau] = forward_dynamics_vjp(robot,configuration,velocity,torque,fext,weights)
  %
  %   They are the gradients of the sum of weights .* forwardDynamics(robot,configuration,velocity,torque,fext) by a
  %   step of the configuration, by the velocity and by the torque, without any matrix.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> x = [1 2 3 4 5 6];
  %     >> [byQ,byQd,byTau] = forward_dynamics_vjp(robot,q,[],[],[],x);
  %     >> norm(byQ - x*forward_dynamics_derivatives(robot,q)) < 1e-8*norm(byQ)
  %     ans = 1
  %     >> norm(byTau - inverse_mass_times(robot,q,x)) < 1e-9*norm(byTau)
  %     ans = 1
  %
  %   See also forward_dynamics_jvp, forward_dynamics_derivatives.
  [robot, variable] = asObject(robot, inputname(1, false), "forward_dynamics_vjp");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.forward_dynamics_vjp(varargin{:});
end
