function varargout = limits(robot = [], varargin)
  % LIMITS  Limits of positions, velocities and torques.
  %
  %   all = limits(robot)
  %
  %   A struct: position (nq-by-2), velocity, effort (n-by-1; Inf where not known) and joint, the names.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> limits(robot).effort'
  %     ans =
  %        150   150   150    28    28    28
  %
  %   See also rigidBodyJoint.
  [robot, variable] = asObject(robot, inputname(1, false), "limits");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.limits(varargin{:});
end
