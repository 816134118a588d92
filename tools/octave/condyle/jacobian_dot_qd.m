function varargout = jacobian_dot_qd(robot = [], varargin)
  % JACOBIAN_DOT_QD  Time derivative of the geometric Jacobian, times the velocity.
  %
  %   product = jacobian_dot_qd(robot,body,configuration,velocity,axes)
  %
  %   axes: "base" (the default), the axes of the base, or "body", the frame's own.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> qd = ones(1,6);
  %     >> norm(jacobian_dot_qd(robot,"tool0",q,qd)' - jacobian_dot(robot,"tool0",q,qd)*qd') < 1e-9
  %     ans = 1
  %
  %   See also jacobian_dot.
  [robot, variable] = asObject(robot, inputname(1, false), "jacobian_dot_qd");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.jacobian_dot_qd(varargin{:});
end
