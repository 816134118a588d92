function varargout = centroidal_momentum_matrix(robot = [], varargin)
  % CENTROIDAL_MOMENTUM_MATRIX  Matrix A(q) of the momentum about the center of mass, h = A qd.
  %
  %   A = centroidal_momentum_matrix(robot,configuration)
  %
  %   6-by-n.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> size(centroidal_momentum_matrix(robot,q))
  %     ans =
  %        6   6
  %
  %   See also centroidal_momentum.
  [robot, variable] = asObject(robot, inputname(1, false), "centroidal_momentum_matrix");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.centroidal_momentum_matrix(varargin{:});
end
