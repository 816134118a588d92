function varargout = energy_gradient(robot = [], varargin)
  % ENERGY_GRADIENT  Gradients of the energies.
  %
  %   [kineticByQ,kineticByQd,potentialByQ] = energy_gradient(robot,configuration,velocity)
  %
  %   They are the derivatives of the kinetic energy by a step of the configuration and by the velocity, and of the
  %   potential energy by a step of the configuration, n numbers each.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> x = [1 2 3 4 5 6];
  %     >> [byQ,byQd,potential] = energy_gradient(robot,q,x);
  %     >> norm(byQd - mass_times(robot,q,x)) < 1e-9
  %     ans = 1
  %     >> norm(potential - gravityTorque(robot,q)) < 1e-9
  %     ans = 1
  %
  %   See also energy, gravityTorque.
  [robot, variable] = asObject(robot, inputname(1, false), "energy_gradient");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.energy_gradient(varargin{:});
end
