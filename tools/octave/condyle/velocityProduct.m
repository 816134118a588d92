function varargout = velocityProduct(robot = [], varargin)
  % VELOCITYPRODUCT  Coriolis and centrifugal torques C(q,qd) qd.
  %
  %   product = velocityProduct(robot,configuration,velocity)
  %
  %   The product does not depend on gravity.
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: B-by-n.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> product = velocityProduct(robot,[0 -1.5 1.5 0 0 0],[1 1 1 1 1 1]);
  %     >> round(1000*product(1:5))
  %     ans =
  %        1710  -2814    448    283    -29
  %
  %   See also gravityTorque, coriolis_matrix.
  [robot, variable] = asObject(robot, inputname(1, false), "velocityProduct");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.velocityProduct(varargin{:});
end
