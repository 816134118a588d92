function varargout = regressor_transpose_times(robot = [], varargin)
  % REGRESSOR_TRANSPOSE_TIMES  Weights times the regressor.
  %
  %   product = regressor_transpose_times(robot,configuration,velocity,acceleration,weights)
  %   product = regressor_transpose_times(...,damping,coulomb,rotorInertia,frictionWidth)
  %
  %   product is weights times regressor(robot,configuration,velocity,acceleration,...), without this matrix: the
  %   gradient of the sum of weights .* torques by the parameters.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> x = [1 2 3 4 5 6];
  %     >> product = regressor_transpose_times(robot,q,x,x,x);
  %     >> norm(product - x*regressor(robot,q,x,x)) < 1e-9*norm(product)
  %     ans = 1
  %
  %   See also regressor, identify.
  [robot, variable] = asObject(robot, inputname(1, false), "regressor_transpose_times");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.regressor_transpose_times(varargin{:});
end
