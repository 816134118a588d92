classdef constraintPositionTarget < kinematicConstraint
  % CONSTRAINTPOSITIONTARGET  Bring a body's origin to a point.
  %
  %   c = constraintPositionTarget(endEffector)
  %   c = constraintPositionTarget(endEffector,Name,Value)
  %
  %   TargetPosition      [x y z], m; the origin by default
  %   PositionTolerance   m, 0 by default
  %   Weights             1 by default
  %   ReferenceBody      body in whose frame the target is; "" (default): the base
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"position"});
  %     >> c = constraintPositionTarget("tool0");
  %     >> c.TargetPosition = [0.4 0.2 0.5];
  %     >> q = g(homeConfiguration(robot),c);
  %     >> norm(tform2trvec(getTransform(robot,q,"tool0")) - c.TargetPosition) < 1e-6
  %     ans = 1
  %
  %   See also generalizedInverseKinematics, constraintPoseTarget.
  properties
    EndEffector = "";
    ReferenceBody = "";
    TargetPosition = [0 0 0];
    PositionTolerance = 0;
    Weights = 1;
  end
  methods
    function c = constraintPositionTarget(endEffector, varargin)
      needArguments(nargin, 1, "constraintPositionTarget(endEffector)");
      c.Kind = "position";
      c.Parts = 4:6;
      c.EndEffector = endEffector;
      setProperties(c, asPairs(varargin));
    end
    function set.EndEffector(c, value)
      c.EndEffector = needName("EndEffector", value);
    end
    function set.ReferenceBody(c, value)
      c.ReferenceBody = needName("ReferenceBody", value);
    end
    function set.TargetPosition(c, value)
      c.TargetPosition = needNumbers("TargetPosition", value, 3, -Inf);
    end
    function set.PositionTolerance(c, value)
      c.PositionTolerance = needNumbers("PositionTolerance", value, 1, 0);
    end
    function set.Weights(c, value)
      c.Weights = needNumbers("Weights", value, 1, 0);
    end
    function rows = inNumbers(c, robot)
      % What the mex file reads of the constraint.
      rows = packConstraint(c.Kind, {c.EndEffector, c.ReferenceBody}, {eye(4), trvec2tform(c.TargetPosition)}, ...
                            zeros(0, 2), [0, c.PositionTolerance], c.Weights * ones(1, 7));
    end
  end
end
