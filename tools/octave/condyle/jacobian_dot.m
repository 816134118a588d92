function varargout = jacobian_dot(robot = [], varargin)
  % JACOBIAN_DOT  Time derivative of the geometric Jacobian.
  %
  %   J = jacobian_dot(robot,body,configuration,velocity,axes)
  %
  %   axes: "base" (the default), the axes of the base, or "body", the frame's own.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> size(jacobian_dot(robot,"tool0",q,ones(1,6)))
  %     ans =
  %        6   6
  %
  %   See also geometricJacobian.
  [robot, variable] = asObject(robot, inputname(1, false), "jacobian_dot");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.jacobian_dot(varargin{:});
end
