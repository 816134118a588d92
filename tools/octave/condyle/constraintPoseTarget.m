classdef constraintPoseTarget < kinematicConstraint
  % CONSTRAINTPOSETARGET  Bring a body to a pose.
  %
  %   c = constraintPoseTarget(endEffector)
  %   c = constraintPoseTarget(endEffector,Name,Value)
  %
  %   TargetTransform        4-by-4 or an se3 object, eye(4) by default
  %   OrientationTolerance   rad, 0 by default
  %   PositionTolerance      m, 0 by default
  %   Weights                [orientation position], [1 1] by default
  %   ReferenceBody   body in whose frame the target is; "" (default): the base
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"pose"});
  %     >> c = constraintPoseTarget("tool0");
  %     >> c.TargetTransform = getTransform(robot,[0.5 -1.2 1.4 0.3 0.6 0.1],"tool0");
  %     >> [q,info] = g([0.4 -1 1.2 0.2 0.5 0],c);
  %     >> info.Status
  %     ans = success
  %
  %   See also generalizedInverseKinematics, constraintPositionTarget, constraintOrientationTarget.
  properties
    EndEffector = "";
    ReferenceBody = "";
    TargetTransform = eye(4);
    OrientationTolerance = 0;
    PositionTolerance = 0;
    Weights = [1 1];
  end
  methods
    function c = constraintPoseTarget(endEffector, varargin)
      needArguments(nargin, 1, "constraintPoseTarget(endEffector)");
      c.Kind = "pose";
      c.Parts = 1:6;
      c.EndEffector = endEffector;
      setProperties(c, asPairs(varargin));
    end
    function set.EndEffector(c, value)
      c.EndEffector = needName("EndEffector", value);
    end
    function set.ReferenceBody(c, value)
      c.ReferenceBody = needName("ReferenceBody", value);
    end
    function set.TargetTransform(c, value)
      c.TargetTransform = needPages("TargetTransform", "a transform", value, 4);
    end
    function set.OrientationTolerance(c, value)
      c.OrientationTolerance = needNumbers("OrientationTolerance", value, 1, 0);
    end
    function set.PositionTolerance(c, value)
      c.PositionTolerance = needNumbers("PositionTolerance", value, 1, 0);
    end
    function set.Weights(c, value)
      c.Weights = needNumbers("Weights", value, 2, 0);
    end
    function rows = inNumbers(c, robot)
      % What the mex file reads of the constraint; errors are in the axes of the reference body.
      T = c.TargetTransform;
      rows = packConstraint(c.Kind, {c.EndEffector, c.ReferenceBody}, {[T(1:3, 1:3)', zeros(3, 1); T(4, :)], ...
                            [eye(3), T(1:3, 4); T(4, :)]}, zeros(0, 2), ...
                            [c.OrientationTolerance, c.PositionTolerance], c.Weights([1 1 1 2 2 2 2]));
    end
  end
end
