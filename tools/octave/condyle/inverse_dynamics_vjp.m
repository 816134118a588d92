function varargout = inverse_dynamics_vjp(robot = [], varargin)
  % INVERSE_DYNAMICS_VJP  Weights times the derivatives of inverse dynamics.
  %
  %   [byQ,byQd,byQdd] = inverse_dynamics_vjp(robot,configuration,velocity,acceleration,fext,weights)
  %
  %   They are the gradients of the sum of weights .* inverseDynamics(robot,configuration,velocity,acceleration,fext) by
  %   a step of the configuration, by the velocity and by the acceleration, without any matrix.  [] is the default of
  %   every argument.  Several states are rows (columns with DataFormat "column").
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> x = [1 2 3 4 5 6];
  %     >> [byQ,byQd,byQdd] = inverse_dynamics_vjp(robot,q,[],[],[],x);
  %     >> [dq,dqd] = inverse_dynamics_derivatives(robot,q);
  %     >> norm(byQ - x*dq) < 1e-9
  %     ans = 1
  %     >> norm(byQdd - mass_times(robot,q,x)) < 1e-9
  %     ans = 1
  %
  %   See also inverse_dynamics_jvp, inverse_dynamics_derivatives, load_vjp.
  [robot, variable] = asObject(robot, inputname(1, false), "inverse_dynamics_vjp");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.inverse_dynamics_vjp(varargin{:});
end
