classdef constraintRevoluteJoint < kinematicConstraint
  % CONSTRAINTREVOLUTEJOINT  Close a loop by a revolute joint between two bodies, about the z axes of two frames.
  %
  %   c = constraintRevoluteJoint(successorBody,predecessorBody)
  %   c = constraintRevoluteJoint(successorBody,predecessorBody,Name,Value)
  %
  %   SuccessorTransform, PredecessorTransform   the joint's frames in the frames of the bodies, 4-by-4; eye(4) by
  %   default.
  %                          What the joint leaves free between the two: the rotation about z
  %   PositionTolerance      m, 0 by default
  %   OrientationTolerance   rad, 0 by default
  %   JointPositionLimits    [least most] of the joint's angle, rad; [-pi pi] by default
  %   Weights                [orientation position limits], [1 1 1] by default
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"revolute"});
  %     >> c = constraintRevoluteJoint("tool0","base_link");
  %     >> c.PredecessorTransform = getTransform(robot,[0.5 -1.2 1.4 0.3 0.6 0.1],"tool0");
  %     >> q = g([0.4 -1 1.2 0.2 0.5 0],c);
  %     >> norm(violation(c,robot,q)) < 1e-6
  %     ans = 1
  %
  %   See also generalizedInverseKinematics, constraintFixedJoint, constraintPrismaticJoint.
  properties
    SuccessorBody = "";
    PredecessorBody = "";
    SuccessorTransform = eye(4);
    PredecessorTransform = eye(4);
    PositionTolerance = 0;
    OrientationTolerance = 0;
    JointPositionLimits = [-pi pi];
    Weights = [1 1 1];
  end
  methods
    function c = constraintRevoluteJoint(successorBody, predecessorBody, varargin)
      needArguments(nargin, 2, "constraintRevoluteJoint(successorBody,predecessorBody)");
      c.Kind = "revolute";
      c.Parts = 1:7;
      c.SuccessorBody = successorBody;
      c.PredecessorBody = predecessorBody;
      setProperties(c, asPairs(varargin));
    end
    function set.SuccessorBody(c, value)
      c.SuccessorBody = needName("SuccessorBody", value);
    end
    function set.PredecessorBody(c, value)
      c.PredecessorBody = needName("PredecessorBody", value);
    end
    function set.SuccessorTransform(c, value)
      c.SuccessorTransform = needPages("SuccessorTransform", "a transform", value, 4);
    end
    function set.PredecessorTransform(c, value)
      c.PredecessorTransform = needPages("PredecessorTransform", "a transform", value, 4);
    end
    function set.PositionTolerance(c, value)
      c.PositionTolerance = needNumbers("PositionTolerance", value, 1, 0);
    end
    function set.OrientationTolerance(c, value)
      c.OrientationTolerance = needNumbers("OrientationTolerance", value, 1, 0);
    end
    function set.JointPositionLimits(c, value)
      c.JointPositionLimits = needBounds("JointPositionLimits", value, 1);
    end
    function set.Weights(c, value)
      c.Weights = needNumbers("Weights", value, 3, 0);
    end
    function rows = inNumbers(c, robot)
      % What the mex file reads of the constraint.
      rows = packConstraint(c.Kind, {c.SuccessorBody, c.PredecessorBody}, ...
                            {c.SuccessorTransform, c.PredecessorTransform}, ...
                            c.JointPositionLimits, [c.OrientationTolerance, c.PositionTolerance], ...
                            c.Weights([1 1 1 2 2 2 3]));
    end
  end
end
