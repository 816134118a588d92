function varargout = set_drives(robot = [], varargin)
  % SET_DRIVES  Let damping, friction, rotors and springs of the joints act.
  %
  %   set_drives(robot,"Damping",true,"Friction",true,"Rotors",true,"Springs",true,"Load",true,"Offsets",true)
  %
  %   Drives are off by default.  "FrictionWidth": the velocity at which friction is 76 % of its limit, 0.005 rad/s or
  %   m/s.  "Load": friction that grows with the load of the gear.  "Offsets": constant torques.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> set_drives(robot,"Damping",true,"Friction",true);
  %
  %   See also forwardDynamics.
  [robot, variable] = asObject(robot, inputname(1, false), "set_drives");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.set_drives(asPairs(varargin){:});
end
