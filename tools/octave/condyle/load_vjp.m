function varargout = load_vjp(robot = [], varargin)
  % LOAD_VJP  Weights times the derivatives of inverse dynamics by loads.
  %
  %   [byFext,byGravity] = load_vjp(robot,configuration,weights)
  %
  %   byFext, in the form of an external force matrix, and byGravity (3-by-1) are the gradients of the sum of weights .*
  %   inverseDynamics(robot,configuration,[],[],fext) by fext and by the acceleration of gravity.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> x = [1 2 3 4 5 6];
  %     >> [byFext,byGravity] = load_vjp(robot,q,x);
  %     >> abs(byGravity'*robot.Gravity' - x*gravityTorque(robot,q)') < 1e-9
  %     ans = 1
  %     >> size(byFext)
  %     ans =
  %
  %        6   6
  %
  %   See also externalForce, inverse_dynamics_vjp.
  [robot, variable] = asObject(robot, inputname(1, false), "load_vjp");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.load_vjp(varargin{:});
end
