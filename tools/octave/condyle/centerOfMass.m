function varargout = centerOfMass(robot = [], varargin)
  % CENTEROFMASS  Center of mass of a robot, and its Jacobian.
  %
  %   com = centerOfMass(robot)
  %   com = centerOfMass(robot,configuration)
  %   [com,J] = centerOfMass(...)
  %
  %   com is 3-by-1 in the base frame, m; J (3-by-n) times the joint velocities is its velocity.
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: B-by-3 and
  %   3-by-n-by-B.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> com = centerOfMass(robot,[0 -1.5 1.5 0 0 0]);
  %     >> round(1000*com')
  %     ans =
  %        103    91   381
  %
  %   See also massMatrix.
  [robot, variable] = asObject(robot, inputname(1, false), "centerOfMass");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.centerOfMass(varargin{:});
end
