function varargout = transform_derivative(robot = [], varargin)
  % TRANSFORM_DERIVATIVE  Derivative of a body's transform by the configuration.
  %
  %   T = transform_derivative(robot,body,configuration)
  %
  %   4-by-4-by-n: page k is the derivative by coordinate k.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> size(transform_derivative(robot,"tool0",q))
  %     ans =
  %        4   4   6
  %
  %   See also getTransform.
  [robot, variable] = asObject(robot, inputname(1, false), "transform_derivative");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.transform_derivative(varargin{:});
end
