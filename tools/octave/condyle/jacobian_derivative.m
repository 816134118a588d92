function varargout = jacobian_derivative(robot = [], varargin)
  % JACOBIAN_DERIVATIVE  Derivative of the geometric Jacobian by the configuration.
  %
  %   J = jacobian_derivative(robot,body,configuration,axes)
  %
  %   6-by-n-by-n: page k is the derivative by coordinate k. axes: "base" (the default), the axes of the base, or
  %   "body", the frame's own.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> size(jacobian_derivative(robot,"tool0",q))
  %     ans =
  %        6   6   6
  %
  %   See also geometricJacobian.
  [robot, variable] = asObject(robot, inputname(1, false), "jacobian_derivative");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.jacobian_derivative(varargin{:});
end
