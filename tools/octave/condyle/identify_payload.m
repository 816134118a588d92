function report = identify_payload(robot = [], log = [], varargin)
  % IDENTIFY_PAYLOAD  Mass, center of mass and inertia of what the robot of a log carries.
  %
  %   report = identify_payload(robot,log)
  %   report = identify_payload(robot,log,"Empty",other,"Body",body)
  %
  %   log and other are as explain takes them; other is a log without the payload, from which bodies and drives are
  %   found first, without it they are the robot's own.  body carries the payload: tool0, else the link of the last
  %   joint.  report is the JSON object of condyle payload --identify as a struct: mass, center_of_mass, inertia ...,
  %   with standard deviations and notes.  Options "Effort", "Delays" and "Cutoff" are as those of explain.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> rand("twister",1);
  %     >> log.q = 4*rand(200,6) - 2;
  %     >> log.qd = 2*rand(200,6) - 1;
  %     >> log.qdd = 4*rand(200,6) - 2;
  %     >> set_payload(robot,"tool0",2.5,[0 0.02 0.1]);
  %     >> log.tau = inverseDynamics(robot,log.q,log.qd,log.qdd);
  %     >> set_payload(robot,"tool0",0);
  %     >> report = identify_payload(robot,log);
  %     >> printf("%.3f\n",report.mass)
  %     2.500
  %
  %   See also explain, identify, set_payload.
  robot = asRigidBodyTree(robot, "identify_payload", "a rigidBodyTree first");
  needArguments(nargin, 2, "identify_payload(robot,log)");
  [options, values] = logOptions("identify_payload", asPairs(varargin), struct("Empty", [], "Body", ""));
  logs = {"--input", log};
  if ! isempty(values.Empty)
    logs = [logs; {"--empty", values.Empty}];
  end
  if ! isempty(values.Body)
    options(end + 1:end + 2) = {"--body", values.Body};
  end
  report = askCommand(robot, "payload", [{"--identify"}, options], logs, false);
end
