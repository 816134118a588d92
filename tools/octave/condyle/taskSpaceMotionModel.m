classdef taskSpaceMotionModel < handle
  % TASKSPACEMOTIONMODEL  A robot under proportional-derivative control of its end effector's pose, for ode45.
  %
  %   model = taskSpaceMotionModel                              a robot of two links of 1 m and 1 kg that turn about z
  %   model = taskSpaceMotionModel("RigidBodyTree",robot,"EndEffectorName",body)
  %   rate = derivative(model,state,pose,velocity)
  %   rate = derivative(model,state,pose,velocity,fext)
  %
  %   state(model) gives the state at home, a column; copy(model) is another model, with a copy of the robot.
  %
  %   state is [q qd], pose the reference's 4-by-4 transform or an se3 object, velocity [angular linear] its velocity;
  %   both in the base frame.  The torques are J' (Kp e + Kd (velocity - J qd)) - B qd and those of gravity; e is
  %   [angular; linear], from the end effector's pose to the reference.  The system is stiff where links at the end are
  %   light: ode15s solves it where ode45 takes very small steps.
  %
  %   Properties: RigidBodyTree; EndEffectorName, the last body by default; Kp and Kd, 6-by-6, 500 and 100 times eye(6);
  %   JointDamping, the diagonal of B, a number or one for each degree of freedom, 1 by default; MotionType,
  %   "PDControl".
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="column",Gravity=[0 0 -9.81]);
  %     >> model = taskSpaceMotionModel("RigidBodyTree",robot,"EndEffectorName","tool0");
  %     >> q = [0; -1.5; 1.5; 0; 0.5; 0];
  %     >> goal = getTransform(robot,q,"tool0");
  %     >> rate = derivative(model,[q; zeros(6,1)],goal,zeros(6,1));
  %     >> norm(rate) < 1e-9
  %     ans = 1
  %     >> goal(3,4) += 0.1;
  %     >> rate = derivative(model,[q; zeros(6,1)],goal,zeros(6,1));
  %     >> J = geometricJacobian(robot,q,"tool0");
  %     >> (J*rate(7:12))(6) > 0
  %     ans = 1
  %
  %   See also jointSpaceMotionModel, transformtraj.
  properties
    RigidBodyTree
    EndEffectorName = "";
    Kp = 500 * eye(6);
    Kd = 100 * eye(6);
    JointDamping = 1;
    MotionType = "PDControl";
  end
  methods
    function model = taskSpaceMotionModel(varargin)
      defaults = struct("RigidBodyTree", [], "EndEffectorName", "", "Kp", model.Kp, "Kd", model.Kd, "JointDamping", ...
                        1, ...
                        "MotionType", model.MotionType);
      options = readOptions("taskSpaceMotionModel", asPairs(varargin), defaults);
      if isempty(options.RigidBodyTree)
        options.RigidBodyTree = twoJointRobot();
      end
      for name = {"RigidBodyTree", "Kp", "Kd", "JointDamping", "MotionType"}
        model.(name{1}) = options.(name{1});
      end
      if ! isempty(options.EndEffectorName)
        model.EndEffectorName = options.EndEffectorName;
      end
    end
    function set.RigidBodyTree(model, robot)
      robot = asRigidBodyTree(robot, "taskSpaceMotionModel", """RigidBodyTree"" and a rigidBodyTree");
      model.RigidBodyTree = robot;
      if isempty(model.EndEffectorName) || ! any(strcmp(robot.BodyNames, model.EndEffectorName))
        model.EndEffectorName = [{robot.BaseName}, robot.BodyNames]{end};
      end
    end
    function set.EndEffectorName(model, name)
      if ! ischar(name) || ! any(strcmp([{model.RigidBodyTree.BaseName}, model.RigidBodyTree.BodyNames], name))
        error("condyle:argument", "taskSpaceMotionModel: EndEffectorName: expected the name of a body of the robot");
      end
      model.EndEffectorName = name;
    end
    function set.MotionType(model, type)
      if ! ischar(type) || ! strcmp(type, "PDControl")
        error("condyle:argument", "taskSpaceMotionModel: MotionType: expected ""PDControl""");
      end
      model.MotionType = type;
    end
    function set.Kp(model, gains)
      model.Kp = gainMatrix(gains, "Kp");
    end
    function set.Kd(model, gains)
      model.Kd = gainMatrix(gains, "Kd");
    end
    function set.JointDamping(model, damping)
      if ! isnumeric(damping) || ! isreal(damping) || ! isvector(damping) || ! all(damping >= 0) || any(isinf(damping))
        error("condyle:argument", "taskSpaceMotionModel: JointDamping: expected numbers not below 0, one or one a joint");
      end
      model.JointDamping = damping;
    end
    function other = copy(model)
      % Another model, with a copy of the robot.
      other = taskSpaceMotionModel("RigidBodyTree", copy(model.RigidBodyTree));
      for name = {"EndEffectorName", "Kp", "Kd", "JointDamping", "MotionType"}
        other.(name{1}) = model.(name{1});
      end
    end

    function initial = state(model)
      % The state at home: positions of the home configuration, velocities of 0, a column.
      robot = copy(model.RigidBodyTree);
      robot.DataFormat = "column";
      initial = [homeConfiguration(robot); zeros(condyle("sizes", robot.h)(2), 1)];
    end

    function rate = derivative(model, state, pose, velocity, fext)
      needArguments(nargin, 4, "derivative(model,state,pose,velocity)");
      if nargin < 5
        fext = [];
      end
      robot = model.RigidBodyTree;
      restore = inColumns(robot); # states are no structs
      n = condyle("sizes", robot.h)([1 2]);
      [q, qd] = deal(partOf(robot, state, 1, n), partOf(robot, state, 2, n));
      goal = needPages("derivative", "a pose", pose, 4);
      if ! isnumeric(velocity) || numel(velocity) != 6
        error("condyle:argument", "derivative: expected the velocity [angular linear], 6 numbers");
      end
      T = condyle("get_transform", robot, model.EndEffectorName, q);
      J = condyle("geometric_jacobian", robot, model.EndEffectorName, q);
      turn = rotm2axang(goal(1:3, 1:3) * T(1:3, 1:3)');
      e = [turn(1:3)' * turn(4); goal(1:3, 4) - T(1:3, 4)];
      tau = J' * (model.Kp * e + model.Kd * (velocity(:) - J * qd(:)));
      if ! any(numel(model.JointDamping) == [1 numel(qd)])
        error("condyle:argument", "taskSpaceMotionModel: JointDamping: expected 1 or %d numbers, not %d", numel(qd), ...
              numel(model.JointDamping));
      end
      tau = reshape(tau - model.JointDamping(:) .* qd(:), size(qd)) + gravityTorque(robot, q);
      qdd = forwardDynamics(robot, q, qd, tau, fext);
      rate = [condyle("configuration_rate", robot.h, q, qd)(:); qdd(:)];
      if isrow(state)
        rate = rate';
      end
    end
  end
end

% Gains as a 6-by-6 matrix; one number or six stand on its diagonal.
function gains = gainMatrix(gains, name)
  if ! isnumeric(gains) || ! isreal(gains) || ! any(numel(gains) == [1 6 36]) || ! all(isfinite(gains(:)))
    error("condyle:argument", "taskSpaceMotionModel: %s: expected 6-by-6 numbers", name);
  end
  if numel(gains) < 36
    gains = diag(gains(:) .* ones(6, 1));
  end
end
