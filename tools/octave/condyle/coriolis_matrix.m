function varargout = coriolis_matrix(robot = [], varargin)
  % CORIOLIS_MATRIX  Coriolis matrix C(q,qd).
  %
  %   C = coriolis_matrix(robot,configuration,velocity)
  %
  %   C times the velocity is velocityProduct; the rate of the mass matrix less 2 C is skew-symmetric.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> qd = [1 2 3 4 5 6];
  %     >> norm(coriolis_matrix(robot,q,qd)*qd' - velocityProduct(robot,q,qd)') < 1e-9
  %     ans = 1
  %
  %   See also velocityProduct.
  [robot, variable] = asObject(robot, inputname(1, false), "coriolis_matrix");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.coriolis_matrix(varargin{:});
end
