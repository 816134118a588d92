function varargout = forward_kinematics(robot = [], varargin)
  % FORWARD_KINEMATICS  Transforms of all bodies.
  %
  %   T = forward_kinematics(robot,configuration)
  %
  %   4-by-4-by-frames, the base first.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> size(forward_kinematics(robot,[]))
  %     ans =
  %         4    4   11
  %
  %   See also getTransform.
  [robot, variable] = asObject(robot, inputname(1, false), "forward_kinematics");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.forward_kinematics(varargin{:});
end
