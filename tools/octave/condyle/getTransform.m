function varargout = getTransform(robot = [], varargin)
  % GETTRANSFORM  Transform from a body's frame to the base or to another body.
  %
  %   T = getTransform(robot,configuration,body)
  %   T = getTransform(robot,configuration,body,target)
  %
  %   T (4-by-4) turns coordinates in the frame of body into coordinates in that of target, the base by default.
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: 4-by-4-by-B.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> T = getTransform(robot,[0 -1.5 1.5 0 0 0],"tool0");
  %     >> round(1000*T(1:3,4)')
  %     ans =
  %        422   233   487
  %
  %   See also geometricJacobian, forward_kinematics.
  [robot, variable] = asObject(robot, inputname(1, false), "getTransform");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.getTransform(varargin{:});
end
