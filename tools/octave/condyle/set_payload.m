function varargout = set_payload(robot = [], varargin)
  % SET_PAYLOAD  Put a payload on a body, or remove it.
  %
  %   set_payload(robot,body,mass)
  %   set_payload(robot,body,mass,center,inertia)
  %
  %   center [x y z] is in the body's frame; inertia [Ixx Iyy Izz Iyz Ixz Ixy] about the center of mass, a point by
  %   default. A mass of 0 removes the payload.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> bare = gravityTorque(robot);
  %     >> set_payload(robot,"tool0",2);
  %     >> tau = gravityTorque(robot) - bare;
  %     >> round(1000*tau(2:3))
  %     ans =
  %       -16033   -7695
  %
  %   See also gravityTorque.
  [robot, variable] = asObject(robot, inputname(1, false), "set_payload");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.set_payload(varargin{:});
end
