function report = explain(robot = [], log = [], varargin)
  % EXPLAIN  What the torques of a log are made of, and why they do not match the robot.
  %
  %   report = explain(robot,log)
  %   report = explain(robot,log,"HoldOut",other)      other: another log, or a share of every 5 s of this one
  %
  %   log is the name of a file that the command condyle reads (CSV, MCAP, rosbag2, Parquet ...), or a struct with the
  %   matrices t, q, tau and, where they are known, qd and qdd: a row (with DataFormat "column" a column) for each
  %   state. The robot's drives act, as its file has them, and its payloads.  report is the JSON object of condyle
  %   explain as a struct: report.joints is a struct array, a row for each joint, with name, measured_rms, residual_rms,
  %   parts, causes and finding; report.notes has what the command says of the log.
  %
  %   Options: "Effort" ("torque", "current", "gravity-free", "motor"): what tau is; "Delays" (true): whether delays of
  %   torques behind positions are found; "Presliding" (true): whether distances over which friction follows a reversal
  %   are; "Cutoff" (10 Hz): of the filter that differentiates rows without qdd; "HoldOut".
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> rand("twister",1);
  %     >> log.q = 4*rand(200,6) - 2;
  %     >> log.qd = 2*rand(200,6) - 1;
  %     >> log.qdd = 4*rand(200,6) - 2;
  %     >> log.tau = inverseDynamics(robot,log.q,log.qd,log.qdd) + 3*log.qd;
  %     >> report = explain(robot,log);
  %     >> report.joints(2).name
  %     ans = shoulder_lift_joint
  %     >> regexp(report.joints(2).finding,'identify.*','match'){1}
  %     ans = identify --friction coulomb
  %
  %   See also identify, identify_payload, observe.
  robot = asRigidBodyTree(robot, "explain", "a rigidBodyTree first");
  needArguments(nargin, 2, "explain(robot,log)");
  [options, values] = logOptions("explain", asPairs(varargin), struct("HoldOut", [], "Presliding", true));
  [share, held] = heldLog(values.HoldOut);
  if ! values.Presliding
    options{end + 1} = "--no-presliding";
  end
  report = askCommand(robot, "explain", [options, share], [{"--input", log}; held], false);
end
