function varargout = inverseDynamics(robot = [], varargin)
  % INVERSEDYNAMICS  Joint torques that a motion needs.
  %
  %   tau = inverseDynamics(robot)
  %   tau = inverseDynamics(robot,configuration)
  %   tau = inverseDynamics(robot,configuration,velocity)
  %   tau = inverseDynamics(robot,configuration,velocity,acceleration)
  %   tau = inverseDynamics(robot,configuration,velocity,acceleration,fext)
  %
  %   Vectors are rows or columns as the robot's DataFormat says; [] is the home configuration, and zero for other
  %   arguments.  fext is a matrix of externalForce, or the sum of several.
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: B-by-n.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> tau = inverseDynamics(robot,[0 -1.5 1.5 0 0 0],[],[0 1 0 0 0 0]);
  %     >> round(1000*tau(2:4))
  %     ans =
  %       -15253  -13953     -41
  %
  %     >> tau = inverseDynamics(robot,zeros(1000,6));
  %     >> size(tau)
  %     ans =
  %        1000      6
  %
  %   See also forwardDynamics, externalForce.
  [robot, variable] = asObject(robot, inputname(1, false), "inverseDynamics");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.inverseDynamics(varargin{:});
end
