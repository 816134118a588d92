function varargout = forwardDynamics(robot = [], varargin)
  % FORWARDDYNAMICS  Joint accelerations that torques cause.
  %
  %   qdd = forwardDynamics(robot)
  %   qdd = forwardDynamics(robot,configuration)
  %   qdd = forwardDynamics(robot,configuration,velocity)
  %   qdd = forwardDynamics(robot,configuration,velocity,torque)
  %   qdd = forwardDynamics(robot,configuration,velocity,torque,fext)
  %   qdd = forwardDynamics(robot,configuration,velocity,torque,fext,method)
  %
  %   Vectors are rows or columns as the robot's DataFormat says; [] is the home configuration, and zero for other
  %   arguments.  fext is a matrix of externalForce, or the sum of several.  method: "auto", "aba" (articulated bodies),
  %   "mass-matrix" or "lapack".
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: B-by-n.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> qdd = forwardDynamics(robot,[0 -1.5 1.5 0 0 0],[],[0 -10 0 0 0 0]);
  %     >> round(1000*qdd(2:4))
  %     ans =
  %        -8026   36414  -50315
  %
  %   See also inverseDynamics, externalForce.
  [robot, variable] = asObject(robot, inputname(1, false), "forwardDynamics");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.forwardDynamics(varargin{:});
end
