function varargout = inverse_dynamics_jvp(robot = [], varargin)
  % INVERSE_DYNAMICS_JVP  Change of inverse dynamics along a step.
  %
  %   dtau = inverse_dynamics_jvp(robot,configuration,velocity,acceleration,fext,dq,dqd,dqdd)
  %
  %   dtau is the derivative of inverseDynamics(robot,configuration,velocity,acceleration,fext) along the steps dq, dqd
  %   and dqdd (n numbers each, []: zero), without any matrix.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> x = [1 2 3 4 5 6];
  %     >> dtau = inverse_dynamics_jvp(robot,q,[],[],[],x,[],[]);
  %     >> norm(dtau - (inverse_dynamics_derivatives(robot,q)*x')') < 1e-9
  %     ans = 1
  %
  %   See also inverse_dynamics_vjp, inverse_dynamics_derivatives.
  [robot, variable] = asObject(robot, inputname(1, false), "inverse_dynamics_jvp");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.inverse_dynamics_jvp(varargin{:});
end
