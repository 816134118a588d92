function varargout = geometricJacobian(robot = [], varargin)
  % GEOMETRICJACOBIAN  Geometric Jacobian of a body.
  %
  %   J = geometricJacobian(robot,configuration,body)
  %
  %   J (6-by-n, angular rows first) times the joint velocities is the velocity of the body relative to the base, in
  %   the base's axes.
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: 6-by-n-by-B.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> J = geometricJacobian(robot,[0 -1.5 1.5 0 0 0],"tool0");
  %     >> round(1000*J(4,:))
  %     ans =
  %       -233   324  -100  -100   100     0
  %
  %   See also getTransform, jacobian_dot.
  [robot, variable] = asObject(robot, inputname(1, false), "geometricJacobian");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.geometricJacobian(varargin{:});
end
