function varargout = frame_acceleration(robot = [], varargin)
  % FRAME_ACCELERATION  Acceleration of a body, [angular linear].
  %
  %   acceleration = frame_acceleration(robot,body,configuration,velocity,acceleration,axes)
  %
  %   axes: "base" (the default), the axes of the base, or "body", the frame's own.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> size(frame_acceleration(robot,"tool0",q,ones(1,6),[]))
  %     ans =
  %        1   6
  %
  %   See also frame_velocity.
  [robot, variable] = asObject(robot, inputname(1, false), "frame_acceleration");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.frame_acceleration(varargin{:});
end
