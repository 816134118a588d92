classdef generalizedInverseKinematics < systemObject
  % GENERALIZEDINVERSEKINEMATICS  Find configurations that meet several constraints.
  %
  %   g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",kinds)
  %   [q,info] = g(guess,constraint1,constraint2,...)      or step(g,...)
  %
  %   kinds is a cell array with the kind of each constraint in the order of the call: "aiming", "cartesian",
  %   "distance", "fixed", "joint", "orientation", "pose", "position", "prismatic", "revolute" (also "fixedjoint",
  %   "jointbounds", "prismaticjoint", "revolutejoint").  guess is the configuration to begin with; q has the robot's
  %   DataFormat.
  %
  %   The sum of weights times squared violations is made least by the C library's Levenberg-Marquardt steps within the
  %   limits of the joints, from the guess and then from random configurations.  info has Iterations, NumRandomRestarts,
  %   ConstraintViolations (a struct array with Type and Violation), ExitFlag (1: success, 2: iterations used up, 3:
  %   time over, 4: no step is left, 5: no slope is left) and Status, "success" where each violation is within the
  %   tolerance, else "best available".
  %
  %   Properties: RigidBodyTree, ConstraintInputs, NumConstraints, SolverAlgorithm (accepted; there is one),
  %   SolverParameters, a struct: MaxIterations (1500, in all starts together), SolutionTolerance (1e-6),
  %   EnforceJointLimits, AllowRandomRestart (true), Seed (0), MaxTime (10 s).  Where they are not those of the
  %   beginning (1e-12, 5e-7), StepTolerance (the length of five steps) and GradientTolerance (the largest derivative of
  %   half the sum of squared violations) end each start.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"position","aiming"});
  %     >> place = constraintPositionTarget("tool0");
  %     >> place.TargetPosition = [0.4 0.2 0.5];
  %     >> look = constraintAiming("tool0");
  %     >> look.TargetPoint = [0.4 0.2 0];
  %     >> [q,info] = g(homeConfiguration(robot),place,look);
  %     >> info.Status
  %     ans = success
  %     >> round(1000*tform2trvec(getTransform(robot,q,"tool0")))
  %     ans =
  %
  %        400   200   500
  %
  %   See also kinematicConstraint, inverseKinematics.
  properties
    RigidBodyTree
    ConstraintInputs = {};
    SolverAlgorithm = "LevenbergMarquardt";
    SolverParameters = struct("MaxIterations", 1500, "MaxTime", 10, "SolutionTolerance", 1e-6, "StepTolerance", ...
                              1e-12, ...
                              "GradientTolerance", 5e-7, "EnforceJointLimits", true, "AllowRandomRestart", true, ...
                                "Seed", 0);
  end
  properties (Dependent)
    NumConstraints
  end
  methods
    function g = generalizedInverseKinematics(varargin)
      defaults = struct("RigidBodyTree", [], "ConstraintInputs", {{}}, "SolverAlgorithm", g.SolverAlgorithm, ...
                        "SolverParameters", g.SolverParameters);
      options = readOptions("generalizedInverseKinematics", asPairs(varargin), defaults);
      if ! isempty(options.RigidBodyTree)
        g.RigidBodyTree = options.RigidBodyTree;
      end
      for name = {"ConstraintInputs", "SolverAlgorithm", "SolverParameters"}
        g.(name{1}) = options.(name{1});
      end
    end
    function set.RigidBodyTree(g, robot)
      if ! isempty(robot)
        robot = asRigidBodyTree(robot, "generalizedInverseKinematics", """RigidBodyTree"" and a rigidBodyTree");
      end
      g.RigidBodyTree = robot;
    end
    function set.ConstraintInputs(g, kinds)
      known = {"aiming", "cartesian", "distance", "fixed", "joint", "orientation", "pose", "position", "prismatic", ...
               "revolute"};
      % Words may be long, "jointbounds"; without spaces too, as Octave makes them of ["pose","joint"].
      words = ["(" strjoin(known, "|") ")((?<=fixed|prismatic|revolute)joint|(?<=joint)bounds)?"];
      [found, rest] = regexp(lower(cellstr(kinds)), words, "tokens", "split");
      kinds = cellfun(@(token) token{1}, [{}, found{:}], "UniformOutput", false);
      if ! isempty([[{}, rest{:}]{:}])
        error("condyle:argument", "generalizedInverseKinematics: ConstraintInputs: expected some of %s", ...
              strjoin(known, ", "));
      end
      g.ConstraintInputs = kinds(:)';
    end
    function set.SolverParameters(g, parameters)
      if ! isstruct(parameters) || ! isscalar(parameters)
        error("condyle:argument", "generalizedInverseKinematics: SolverParameters: expected a struct");
      end
      all = g.SolverParameters;
      for name = fieldnames(parameters)'
        all.(name{1}) = parameters.(name{1});
      end
      g.SolverParameters = all;
    end
    function number = get.NumConstraints(g)
      number = numel(g.ConstraintInputs);
    end
    function set.NumConstraints(g, number)
      readOnly("NumConstraints", "it is the number of ConstraintInputs");
    end
    function [q, info] = step(g, guess, varargin)
      needArguments(nargin, 2, "g(guess,constraint1,...)");
      checkInputs(g, varargin);
      g.Locked = true;
      p = g.SolverParameters;
      robot = framesAsBodies(g.RigidBodyTree);
      packed = cellfun(@(c) inNumbers(c, robot), varargin, "UniformOutput", false);
      rows_of_all = vertcat(cell(0, 4), packed{:});
      [q, report, all] = condyle("generalized_inverse_kinematics", robot.h, rows_of_all, guess, ...
                                 p.SolutionTolerance, p.MaxIterations, 200 * p.AllowRandomRestart, p.Seed, ...
                                 ! p.EnforceJointLimits, ...
                                 endsOfSearch(p, struct("StepTolerance", 1e-12, "GradientTolerance", 5e-7)));
      last = cumsum(cellfun(@rows, packed));
      info = struct("Iterations", report(3), "NumRandomRestarts", report(4), "ConstraintViolations", ...
                    struct("Type", g.ConstraintInputs, "Violation", []), "ExitFlag", 1, "Status", "success");
      for k = 1:numel(varargin)
        own = all(last(k) - rows(packed{k}) + 1:last(k), :);
        info.ConstraintViolations(k).Violation = errorsOf(varargin{k}, own)';
      end
      if ! report(1)
        none_left = 2 + 2 * report(2);
        info.ExitFlag = [1 none_left none_left 3 4 5 4](1 + report(5));
        info.Status = "best available";
      end
    end
    % The call g(guess, constraints...).
    function varargout = subsref(g, subscripts)
      if strcmp(subscripts(1).type, "()")
        [varargout{1:max(nargout, 1)}] = step(g, subscripts(1).subs{:});
      elseif any(strcmp(subscripts(1).subs, {"release", "reset", "setup"})) # they have no result
        builtin("subsref", g, subscripts);
      else
        [varargout{1:max(nargout, 1)}] = builtin("subsref", g, subscripts);
      end
    end
    function other = clone(g)
      other = generalizedInverseKinematics("RigidBodyTree", g.RigidBodyTree, "ConstraintInputs", g.ConstraintInputs, ...
                                           "SolverAlgorithm", g.SolverAlgorithm, "SolverParameters", ...
                                             g.SolverParameters);
    end
    function checkInputs(g, constraints)
      % Fails where the constraints are not those that were announced.
      if isempty(g.RigidBodyTree)
        error("condyle:argument", ...
              "generalizedInverseKinematics: there is no robot: assign a rigidBodyTree to RigidBodyTree");
      end
      if numel(constraints) != numel(g.ConstraintInputs)
        error("condyle:argument", ...
              "generalizedInverseKinematics: expected %d constraints as ConstraintInputs says, not %d", ...
              numel(g.ConstraintInputs), numel(constraints));
      end
      for k = 1:numel(constraints)
        if ! isa(constraints{k}, "kinematicConstraint") || ! strcmp(constraints{k}.Kind, g.ConstraintInputs{k})
          error("condyle:argument", ...
                "generalizedInverseKinematics: constraint %d: expected one of kind ""%s"", not a %s", k, ...
                g.ConstraintInputs{k}, class(constraints{k}));
        end
      end
    end
  end
end
