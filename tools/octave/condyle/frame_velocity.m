function varargout = frame_velocity(robot = [], varargin)
  % FRAME_VELOCITY  Velocity of a body, [angular linear].
  %
  %   velocity = frame_velocity(robot,body,configuration,velocity,axes)
  %
  %   axes: "base" (the default), the axes of the base, or "body", the frame's own.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> qd = ones(1,6);
  %     >> norm(frame_velocity(robot,"tool0",q,qd)' - geometricJacobian(robot,q,"tool0")*qd') < 1e-9
  %     ans = 1
  %
  %   See also frame_acceleration.
  [robot, variable] = asObject(robot, inputname(1, false), "frame_velocity");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.frame_velocity(varargin{:});
end
