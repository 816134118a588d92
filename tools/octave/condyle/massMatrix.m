function varargout = massMatrix(robot = [], varargin)
  % MASSMATRIX  Joint-space mass matrix.
  %
  %   M = massMatrix(robot)
  %   M = massMatrix(robot,configuration)
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: n-by-n-by-B.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> M = massMatrix(robot,[0 -1.5 1.5 0 0 0]);
  %     >> round(1000*M(2,:))
  %     ans =
  %        -387   1909    526    -41      5      0
  %
  %   See also inverseDynamics, coriolis_matrix.
  [robot, variable] = asObject(robot, inputname(1, false), "massMatrix");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.massMatrix(varargin{:});
end
