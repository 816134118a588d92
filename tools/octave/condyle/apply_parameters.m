function varargout = apply_parameters(robot = [], varargin)
  % APPLY_PARAMETERS  Robot that has identified parameters.
  %
  %   other = apply_parameters(robot,parameters)
  %   other = apply_parameters(robot,parameters,"Damping",true,"Coulomb",true,"RotorInertia",true)
  %
  %   parameters come from identify or inertial_parameters; the flags are the same as for identify.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> other = apply_parameters(robot,1.1*inertial_parameters(robot));
  %     >> norm(gravityTorque(other) - 1.1*gravityTorque(robot)) < 1e-9
  %     ans = 1
  %
  %   See also identify, inertial_parameters.
  [robot, variable] = asObject(robot, inputname(1, false), "apply_parameters");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.apply_parameters(asPairs(varargin){:});
end
