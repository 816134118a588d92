function varargout = forward_dynamics_derivatives(robot = [], varargin)
  % FORWARD_DYNAMICS_DERIVATIVES  Derivatives of the accelerations by configuration, velocity and torque.
  %
  %   dq = forward_dynamics_derivatives(robot,configuration,velocity,torque,fext)
  %   [dq,dqd,dtau] = forward_dynamics_derivatives(...)
  %
  %   n-by-n each, exact to rounding.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> [dq,dqd,dtau] = forward_dynamics_derivatives(robot,q);
  %     >> norm(dtau - inverse_mass_matrix(robot,q)) < 1e-9
  %     ans = 1
  %
  %   See also forwardDynamics.
  [robot, variable] = asObject(robot, inputname(1, false), "forward_dynamics_derivatives");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.forward_dynamics_derivatives(varargin{:});
end
