classdef constraintOrientationTarget < kinematicConstraint
  % CONSTRAINTORIENTATIONTARGET  Bring a body to an orientation.
  %
  %   c = constraintOrientationTarget(endEffector)
  %   c = constraintOrientationTarget(endEffector,Name,Value)
  %
  %   TargetOrientation      quaternion [w x y z], [1 0 0 0] by default
  %   OrientationTolerance   rad, 0 by default
  %   Weights                1 by default
  %   ReferenceBody   body in whose frame the target is; "" (default): the base
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"orientation"});
  %     >> c = constraintOrientationTarget("tool0");
  %     >> c.TargetOrientation = eul2quat([0 pi/2 0]);
  %     >> q = g([0.1 -1 1 0.2 0.3 0.4],c);
  %     >> abs(dot(tform2quat(getTransform(robot,q,"tool0")),c.TargetOrientation)) > 1 - 1e-9
  %     ans = 1
  %
  %   See also generalizedInverseKinematics, constraintPoseTarget.
  properties
    EndEffector = "";
    ReferenceBody = "";
    TargetOrientation = [1 0 0 0];
    OrientationTolerance = 0;
    Weights = 1;
  end
  methods
    function c = constraintOrientationTarget(endEffector, varargin)
      needArguments(nargin, 1, "constraintOrientationTarget(endEffector)");
      c.Kind = "orientation";
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
    function set.TargetOrientation(c, value)
      c.TargetOrientation = unitRows("TargetOrientation", "quaternion", ...
                                     needRows("TargetOrientation", "a quaternion", value, 4)(1, :));
    end
    function set.OrientationTolerance(c, value)
      c.OrientationTolerance = needNumbers("OrientationTolerance", value, 1, 0);
    end
    function set.Weights(c, value)
      c.Weights = needNumbers("Weights", value, 1, 0);
    end
    function rows = inNumbers(c, robot)
      % What the mex file reads of the constraint.
      rows = packConstraint(c.Kind, {c.EndEffector, c.ReferenceBody}, {quat2tform(c.TargetOrientation)', eye(4)}, ...
                            zeros(0, 2), [c.OrientationTolerance, 0], c.Weights * ones(1, 7));
    end
  end
end
