classdef constraintAiming < kinematicConstraint
  % CONSTRAINTAIMING  Aim the z axis of a body at a point.
  %
  %   c = constraintAiming(endEffector)
  %   c = constraintAiming(endEffector,Name,Value)
  %
  %   TargetPoint        [x y z], m; the origin by default
  %   AngularTolerance   rad, 0 by default
  %   Weights            1 by default
  %   ReferenceBody     body in whose frame the target is; "" (default): the base
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"aiming"});
  %     >> c = constraintAiming("tool0");
  %     >> c.TargetPoint = [0 0 1];
  %     >> q = g([0.1 -1 1 0.2 0.3 0.4],c);
  %     >> norm(violation(c,robot,q)) < 1e-6
  %     ans = 1
  %
  %   See also generalizedInverseKinematics.
  properties
    EndEffector = "";
    ReferenceBody = "";
    TargetPoint = [0 0 0];
    AngularTolerance = 0;
    Weights = 1;
  end
  methods
    function c = constraintAiming(endEffector, varargin)
      needArguments(nargin, 1, "constraintAiming(endEffector)");
      c.Kind = "aiming";
      c.Parts = 1:3;
      c.EndEffector = endEffector;
      setProperties(c, asPairs(varargin));
    end
    function set.EndEffector(c, value)
      c.EndEffector = needName("EndEffector", value);
    end
    function set.ReferenceBody(c, value)
      c.ReferenceBody = needName("ReferenceBody", value);
    end
    function set.TargetPoint(c, value)
      c.TargetPoint = needNumbers("TargetPoint", value, 3, -Inf);
    end
    function set.AngularTolerance(c, value)
      c.AngularTolerance = needNumbers("AngularTolerance", value, 1, 0);
    end
    function set.Weights(c, value)
      c.Weights = needNumbers("Weights", value, 1, 0);
    end
    function rows = inNumbers(c, robot)
      % What the mex file reads of the constraint.
      rows = packConstraint(c.Kind, {c.EndEffector, c.ReferenceBody}, {eye(4), trvec2tform(c.TargetPoint)}, ...
                            zeros(0, 2), [c.AngularTolerance, 0], c.Weights * ones(1, 7));
    end
  end
end
