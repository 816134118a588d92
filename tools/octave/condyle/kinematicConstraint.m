classdef kinematicConstraint < handle
  % KINEMATICCONSTRAINT  What the constraints of generalizedInverseKinematics have in common.
  %
  %   constraintPoseTarget, constraintPositionTarget, constraintOrientationTarget, constraintAiming,
  %   constraintCartesianBounds, constraintDistanceBounds, constraintJointBounds, constraintFixedJoint,
  %   constraintRevoluteJoint and constraintPrismaticJoint are such constraints.
  %
  %   error = violation(constraint,robot,configuration)   how far the configuration is beyond the constraint: a vector
  %   of
  %                                                       errors, rad and m, 0 where it is met
  %   Kind                                                its name in ConstraintInputs: "pose", "position" ...
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> c = constraintPositionTarget("tool0","TargetPosition",[0.4 0.2 0.5],"PositionTolerance",0.01);
  %     >> norm(violation(c,robot,[0 -1.5 1.5 0 0 0])) > 0
  %     ans = 1
  %     >> c.Kind
  %     ans = position
  %
  %   See also generalizedInverseKinematics.
  properties (Hidden)
    Kind = "";
    Parts = []; # those of a violation [angular linear bound] that the kind has
  end
  methods
    function e = violation(c, robot, q)
      needArguments(nargin, 3, "violation(constraint,robot,configuration)");
      e = errorsOf(c, condyle("ik_violations", robot.h, inNumbers(c, robot), q));
    end
    function e = errorsOf(c, violations)
      % The errors of the rows of violations that the mex file gives.
      e = violations(:, c.Parts)'(:);
    end
  end
end
