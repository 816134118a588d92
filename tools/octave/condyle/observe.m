function report = observe(robot = [], log = [], varargin)
  % OBSERVE  External torques of a log, and the events in which something touched the robot.
  %
  %   report = observe(robot,log,"Free",other)         thresholds from a motion that nothing touches
  %   report = observe(robot,log,"Threshold",T)        the same threshold of every joint, N m
  %
  %   log and other are as explain takes them, with t, q, tau and where known qd.  report is the JSON object of condyle
  %   observe as a struct: joints with their thresholds, events with their times, joints and torques, and notes.  The
  %   robot's drives act.  Options: "Gain" (30): the residual reaches 63 % of a torque after 1/Gain s; "Alarms" (1):
  %   false alarms an hour for which thresholds of "Free" are made.  The residuals themselves gives momentum_observer.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> log.t = (0:0.01:2)';
  %     >> log.q = [sin(log.t) -1+0*log.t cos(log.t) zeros(201,3)];
  %     >> log.qd = [cos(log.t) 0*log.t -sin(log.t) zeros(201,3)];
  %     >> qdd = [-sin(log.t) 0*log.t -cos(log.t) zeros(201,3)];
  %     >> log.tau = inverseDynamics(robot,log.q,log.qd,qdd);
  %     >> log.tau(101:120,2) -= 20;
  %     >> report = observe(robot,log,"Threshold",5);
  %     >> numel(report.events)
  %     ans = 1
  %
  %   See also momentum_observer, explain.
  robot = asRigidBodyTree(robot, "observe", "a rigidBodyTree first");
  needArguments(nargin, 2, "observe(robot,log)");
  values = readOptions("observe", asPairs(varargin), struct("Free", [], "Threshold", [], "Gain", 30, "Alarms", []));
  options = {"--drives", "all", "--gain", sprintf("%.17g", values.Gain)};
  for name = {"Threshold", "Alarms"}
    if ! isempty(values.(name{1}))
      options(end + 1:end + 2) = {["--" lower(name{1})], sprintf("%.17g", values.(name{1}))};
    end
  end
  logs = {"--input", log};
  if ! isempty(values.Free)
    logs = [logs; {"--free", values.Free}];
  end
  report = askCommand(robot, "observe", options, logs, false);
end
