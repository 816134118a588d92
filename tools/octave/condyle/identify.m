function varargout = identify(robot = [], varargin)
  % IDENTIFY  Parameters of bodies and drives from a recording, or a calibrated robot from a log of a real arm.
  %
  %   parameters = identify(robot,q,qd,qdd,tau)
  %   parameters = identify(robot,q,qd,qdd,tau,"Damping",true,"Coulomb",true,"RotorInertia",true)
  %   [parameters,info] = identify(...) [other,report] = identify(robot,log)
  %   [other,report] = identify(robot,log,"Friction","full","Rotors",true,"HoldOut",held)
  %
  %   q, qd, qdd and tau have a row (with DataFormat "column" a column) for each recorded state.  parameters are those
  %   of regressor, in its order, by least squares; combinations that the torques leave open keep the robot's own
  %   values.  "Consistent" (true): physically possible bodies; "PriorWeight" (0): weight of deviations from the robot's
  %   own parameters.  info has rank and full_rank, condition_number, noise, joint_rms, standard_deviations,
  %   identifiability, prior.
  %
  %   log, the name of a file or a struct as explain takes it, is of a real arm: other is a robot with the bodies and
  %   drives that condyle identify finds, and report its JSON object as a struct: drives, residual_rms, rows and notes
  %   among others.  "Friction": "none", "coulomb", "offset", "stribeck" or "full" (the default), which grows with the
  %   load of the gear; "Rotors" (true); "Bodies": "identify", or "keep" for the drives alone; "HoldOut": another log,
  %   or a share of every 5 s, of which report.held_out tells; "Effort", "Delays" and "Cutoff" as of explain.
  %   set_drives lets the drives act.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> set_payload(robot,"tool0",2);
  %     >> rand("twister",1);
  %     >> q = 4*rand(200,6) - 2;
  %     >> qd = 2*rand(200,6) - 1;
  %     >> qdd = 4*rand(200,6) - 2;
  %     >> tau = inverseDynamics(robot,q,qd,qdd);
  %     >> set_payload(robot,"tool0",0);
  %     >> other = apply_parameters(robot,identify(robot,q,qd,qdd,tau));
  %     >> norm(inverseDynamics(other,q,qd,qdd) - tau) < 1e-6
  %     ans = 1
  %
  %     >> log = struct("q",q,"qd",qd,"qdd",qdd,"tau",tau + 3*qd + 0.1*randn(200,6));
  %     >> [calibrated,report] = identify(robot,log,"Friction","offset","Rotors",false);
  %     >> round(report.drives(2).values.damping)
  %     ans = 3
  %
  %   See also apply_parameters, regressor, explain.
  [robot, variable] = asObject(robot, inputname(1, false), "identify");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.identify(asPairs(varargin){:});
end
