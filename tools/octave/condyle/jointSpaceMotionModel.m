classdef jointSpaceMotionModel < handle
  % JOINTSPACEMOTIONMODEL  A robot under a ready-made control law, for ode45.
  %
  %   model = jointSpaceMotionModel                  a robot of two links of 1 m and 1 kg that turn about z
  %   model = jointSpaceMotionModel("RigidBodyTree",robot)
  %   model = jointSpaceMotionModel("RigidBodyTree",robot,"MotionType",type)
  %   rate = derivative(model,state,command)
  %   rate = derivative(model,state,command,fext)
  %
  %   type: "ComputedTorqueControl" (the default), "IndependentJointMotion" or "PDControl".  state is [q qd], command
  %   [q qd qdd] of the reference, for PD control [q qd]; rate is a row where state is a row, else a column.  Floating
  %   joints have seven numbers in q, a quaternion and a position, and six in qd: the error is the step from the
  %   reference to q (configuration_difference), and the law acts on all degrees of freedom.
  %
  %   state(model) gives the state at home, a column; copy(model) is another model, with a copy of the robot.
  %
  %   Properties: RigidBodyTree, MotionType; NaturalFrequency (rad/s) and DampingRatio of the error of each joint, 10
  %   and 1; Kp and Kd of PD control, n-by-n, 100 and 10; NumJoints, the
  %   number n of degrees of freedom.  updateErrorDynamicsFromStep(model,settlingTime,overshoot) sets
  %   frequencies and damping ratios from a response to a step that settles to 2 %.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="column",Gravity=[0 0 -9.81]);
  %     >> model = jointSpaceMotionModel("RigidBodyTree",robot);
  %     >> goal = [0.5; -1; 1; 0; 0.3; 0];
  %     >> [t,y] = ode45(@(t,y) derivative(model,y,[goal; zeros(12,1)]),[0 2],zeros(12,1));
  %     >> norm(y(end,1:6)' - goal) < 1e-3
  %     ans = 1
  %
  %   See also inverseDynamics, forwardDynamics.
  properties
    RigidBodyTree
    MotionType = "ComputedTorqueControl";
    NaturalFrequency
    DampingRatio
    Kp
    Kd
  end
  properties (Dependent)
    NumJoints
  end

  methods
    function model = jointSpaceMotionModel(varargin)
      defaults = struct("RigidBodyTree", [], "MotionType", model.MotionType, "NaturalFrequency", [], ...
                        "DampingRatio", [], "Kp", [], "Kd", []);
      options = readOptions("jointSpaceMotionModel", asPairs(varargin), defaults);
      if isempty(options.RigidBodyTree)
        options.RigidBodyTree = twoJointRobot();
      end
      model.MotionType = options.MotionType;
      model.RigidBodyTree = options.RigidBodyTree;
      for name = {"NaturalFrequency", "DampingRatio", "Kp", "Kd"}
        if ! isempty(options.(name{1}))
          model.(name{1}) = options.(name{1});
        end
      end
    end

    % Properties of another number of joints are put back to their defaults.
    function set.RigidBodyTree(model, robot)
      model.RigidBodyTree = asRigidBodyTree(robot, "jointSpaceMotionModel", """RigidBodyTree"" and a rigidBodyTree");
      n = condyle("sizes", model.RigidBodyTree.h)(2);
      if size(model.Kp, 1) != n
        model.NaturalFrequency = 10 * ones(1, n);
        model.DampingRatio = ones(1, n);
        model.Kp = 100 * eye(n);
        model.Kd = 10 * eye(n);
      end
    end

    function number = get.NumJoints(model)
      number = condyle("sizes", model.RigidBodyTree.h)(2);
    end

    function set.NumJoints(model, number)
      readOnly("NumJoints", "it is that of RigidBodyTree");
    end

    function set.MotionType(model, type)
      types = {"ComputedTorqueControl", "IndependentJointMotion", "PDControl"};
      if ! any(strcmp(type, types))
        error("condyle:argument", "MotionType: expected one of %s", strjoin(types, ", "));
      end
      model.MotionType = type;
    end

    function updateErrorDynamicsFromStep(model, settling, overshoot)
      needArguments(nargin, 3, "updateErrorDynamicsFromStep(model,settlingTime,overshoot)");
      n = condyle("sizes", model.RigidBodyTree.h)(2);
      settling = settling .* ones(1, n);
      overshoot = overshoot .* ones(1, n);
      for i = 1:n
        numbers = condyle("error_dynamics_from_step", settling(i), overshoot(i));
        model.NaturalFrequency(i) = numbers(1);
        model.DampingRatio(i) = numbers(2);
      end
    end

    function other = copy(model)
      % Another model, with a copy of the robot.
      other = jointSpaceMotionModel("RigidBodyTree", copy(model.RigidBodyTree));
      for name = {"MotionType", "NaturalFrequency", "DampingRatio", "Kp", "Kd"}
        other.(name{1}) = model.(name{1});
      end
    end

    function initial = state(model)
      % The state at home: positions of the home configuration, velocities of 0, a column.
      robot = copy(model.RigidBodyTree);
      robot.DataFormat = "column";
      initial = [homeConfiguration(robot); zeros(condyle("sizes", robot.h)(2), 1)];
    end

    function rate = derivative(model, state, command, fext)
      needArguments(nargin, 3, "derivative(model,state,command)");
      if nargin < 4
        fext = [];
      end
      robot = model.RigidBodyTree;
      restore = inColumns(robot); # states are no structs
      pd = strcmp(model.MotionType, "PDControl");
      n = condyle("sizes", robot.h)([1 2 2]);
      given = n(1:3 - pd);
      [q, qd] = deal(partOf(robot, state, 1, n(1:2)), partOf(robot, state, 2, n(1:2)));
      e = condyle("configuration_difference", robot.h, partOf(robot, command, 1, given), q);
      if pd
        tau = gravityTorque(robot, q) - reshape(model.Kp * e(:) + model.Kd * qd(:), size(qd));
        qdd = forwardDynamics(robot, q, qd, tau, fext);
      else
        omega = perJoint(model.NaturalFrequency, "NaturalFrequency", qd);
        zeta = perJoint(model.DampingRatio, "DampingRatio", qd);
        ed = qd - partOf(robot, command, 2, given);
        qdd = partOf(robot, command, 3, given) - 2 * zeta .* omega .* ed - omega .^ 2 .* e;
      end
      if strcmp(model.MotionType, "ComputedTorqueControl") && ! isempty(fext)
        qdd = forwardDynamics(robot, q, qd, inverseDynamics(robot, q, qd, qdd), fext);
      end
      rate = [condyle("configuration_rate", robot.h, q, qd)(:); qdd(:)];
      if isrow(state)
        rate = rate';
      end
    end
  end
end

% The numbers of a property for each degree of freedom, in the form of QD; one number counts for all.
function numbers = perJoint(numbers, name, qd)
  if isscalar(numbers)
    numbers = repmat(numbers, size(qd));
  elseif numel(numbers) ~= numel(qd)
    error("condyle:argument", "%s: expected one number or %d, not %d", name, numel(qd), numel(numbers));
  end
  numbers = reshape(numbers, size(qd));
end
