classdef inverseKinematics < systemObject
  % INVERSEKINEMATICS  Find configurations that bring a body to a pose.
  %
  %   ik = inverseKinematics("RigidBodyTree",robot)
  %   ik = inverseKinematics                           the robot is assigned later, ik.RigidBodyTree = robot
  %   [q,info] = ik(body,pose,weights,guess)           or step(ik,...)
  %
  %   pose is 4-by-4 in the base frame, weights (1-by-6; 0: free) weigh the errors [angular linear], guess is the
  %   configuration to begin with ([]: home).  q has the robot's DataFormat.
  %
  %   info.Status is "success" or "best available"; info.ExitFlag is 1, or tells what ended the search without success:
  %   2 MaxIterations, 3 MaxTime, 4 StepTolerance or ErrorChangeTolerance, 5 GradientTolerance; info.Iterations,
  %   info.NumRandomRestarts and info.PoseErrorNorm describe the search.
  %
  %   Properties: RigidBodyTree; SolverAlgorithm (accepted; the search is always that of the C library, Levenberg and
  %   Marquardt within limits); SolverParameters, a struct with MaxIterations (of each start), SolutionTolerance (rad
  %   and m), EnforceJointLimits, AllowRandomRestart, MaxNumRestarts, Seed, MaxTime (s).  Where they are not those of
  %   the beginning, StepTolerance (the length of five steps, rad or m), GradientTolerance (the largest derivative of
  %   half the squared error) and ErrorChangeTolerance (the change of each part of the error in five steps, rad or m)
  %   end each start, and DampingBias is added to the damping of the steps, which is in proportion to the squared error
  %   unless UseErrorDamping is false.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> pose = getTransform(robot,[0.5 -1.2 1.4 0.3 0.6 0.1],"tool0");
  %     >> ik = inverseKinematics("RigidBodyTree",robot);
  %     >> [q,info] = ik("tool0",pose,[1 1 1 1 1 1],homeConfiguration(robot));
  %     >> info.Status
  %     ans = success
  %     >> norm(getTransform(robot,q,"tool0") - pose) < 1e-6
  %     ans = 1
  %
  %   See also generalizedInverseKinematics, systemObject, getTransform, geometricJacobian.
  properties
    RigidBodyTree
    SolverAlgorithm = "LevenbergMarquardt";
    SolverParameters = struct("MaxIterations", 200, "SolutionTolerance", 1e-8, "EnforceJointLimits", true, ...
                              "AllowRandomRestart", true, "MaxNumRestarts", 50, "Seed", 0, "MaxTime", 10, ...
                              "GradientTolerance", 5e-9, "ErrorChangeTolerance", 1e-12, "StepTolerance", 1e-12, ...
                              "DampingBias", 0.0025, "UseErrorDamping", true);
  end

  methods
    function ik = inverseKinematics(varargin)
      defaults = struct("RigidBodyTree", [], "SolverAlgorithm", ik.SolverAlgorithm, ...
                        "SolverParameters", ik.SolverParameters);
      options = readOptions("inverseKinematics", asPairs(varargin), defaults);
      if ! isempty(options.RigidBodyTree)
        ik.RigidBodyTree = options.RigidBodyTree;
      end
      ik.SolverAlgorithm = options.SolverAlgorithm;
      ik.SolverParameters = options.SolverParameters;
    end

    function set.RigidBodyTree(ik, robot)
      ik.RigidBodyTree = asRigidBodyTree(robot, "inverseKinematics", """RigidBodyTree"" and a rigidBodyTree");
    end

    function set.SolverParameters(ik, parameters)
      if ! isstruct(parameters) || ! isscalar(parameters)
        error("condyle:argument", "inverseKinematics: SolverParameters: expected a struct");
      end
      all = ik.SolverParameters; # parameters that are not given keep their values
      for name = fieldnames(parameters)'
        all.(name{1}) = parameters.(name{1});
      end
      ik.SolverParameters = all;
    end

    function [q, info] = step(ik, body, pose, weights, guess)
      needArguments(nargin, 4, "ik(body,pose,weights,guess)");
      if nargin < 5
        guess = [];
      end
      if isempty(ik.RigidBodyTree)
        error("condyle:argument", ...
              "inverseKinematics: there is no robot: assign a rigidBodyTree to RigidBodyTree first");
      end
      if any(strcmp(class(pose), {"se3", "so3"}))
        pose = tform(pose);
      end
      ik.Locked = true;
      p = ik.SolverParameters;
      standard = struct("StepTolerance", 1e-12, "GradientTolerance", 5e-9, "ErrorChangeTolerance", 1e-12, ...
                        "DampingBias", 0.0025);
      robot = framesAsBodies(ik.RigidBodyTree);
      [q, report] = condyle("inverse_kinematics", robot.h, body, pose, guess, weights, ...
                            p.SolutionTolerance, p.SolutionTolerance, p.MaxIterations, ...
                            p.AllowRandomRestart * p.MaxNumRestarts, p.Seed, ! p.EnforceJointLimits, ...
                            endsOfSearch(p, standard));
      reason = [1 2 2 3 4 5 4](1 + report(7));
      info = struct("Iterations", report(4), "NumRandomRestarts", report(5), "PoseErrorNorm", norm(report(2:3)), ...
                    "ExitFlag", reason, "Status", {{"best available", "success"}{1 + report(1)}});
    end

    % The call ik(body, pose, weights, guess).
    function varargout = subsref(ik, subscripts)
      if strcmp(subscripts(1).type, "()")
        [varargout{1:max(nargout, 1)}] = step(ik, subscripts(1).subs{:});
      elseif any(strcmp(subscripts(1).subs, {"release", "reset", "setup"})) # they have no result
        builtin("subsref", ik, subscripts);
      else
        [varargout{1:max(nargout, 1)}] = builtin("subsref", ik, subscripts);
      end
    end
  end
end
