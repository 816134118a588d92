function varargout = inverse_dynamics_derivatives(robot = [], varargin)
  % INVERSE_DYNAMICS_DERIVATIVES  Derivatives of the torques by configuration and velocity.
  %
  %   dq = inverse_dynamics_derivatives(robot,configuration,velocity,acceleration,fext)
  %   [dq,dqd] = inverse_dynamics_derivatives(...)
  %
  %   n-by-n each, exact to rounding; the derivative by the acceleration is massMatrix.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> h = 1e-6;
  %     >> D = inverse_dynamics_derivatives(robot,q);
  %     >> step = gravityTorque(robot,q+h*[0 1 0 0 0 0]) - gravityTorque(robot,q);
  %     >> norm(D(:,2) - step'/h) < 1e-3
  %     ans = 1
  %
  %   See also inverseDynamics.
  [robot, variable] = asObject(robot, inputname(1, false), "inverse_dynamics_derivatives");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.inverse_dynamics_derivatives(varargin{:});
end
