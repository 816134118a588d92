function varargout = gravityTorque(robot = [], varargin)
  % GRAVITYTORQUE  Torques that hold a robot against gravity.
  %
  %   tau = gravityTorque(robot)
  %   tau = gravityTorque(robot,configuration)
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: B-by-n.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> tau = gravityTorque(robot,[0 -1.5 1.5 0 0 0]);
  %     >> round(1000*tau(2:4))
  %     ans =
  %       -17163  -14480       0
  %
  %   See also inverseDynamics.
  [robot, variable] = asObject(robot, inputname(1, false), "gravityTorque");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.gravityTorque(varargin{:});
end
