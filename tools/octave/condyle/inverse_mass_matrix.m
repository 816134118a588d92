function varargout = inverse_mass_matrix(robot = [], varargin)
  % INVERSE_MASS_MATRIX  Inverse of the mass matrix.
  %
  %   M = inverse_mass_matrix(robot,configuration)
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: n-by-n-by-B.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> norm(inverse_mass_matrix(robot)*massMatrix(robot) - eye(6)) < 1e-9
  %     ans = 1
  %
  %   See also massMatrix.
  [robot, variable] = asObject(robot, inputname(1, false), "inverse_mass_matrix");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.inverse_mass_matrix(varargin{:});
end
