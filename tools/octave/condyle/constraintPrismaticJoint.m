classdef constraintPrismaticJoint < kinematicConstraint
  % CONSTRAINTPRISMATICJOINT  Close a loop by a prismatic joint between two bodies, along the z axes of two frames.
  %
  %   c = constraintPrismaticJoint(successorBody,predecessorBody)
  %   c = constraintPrismaticJoint(successorBody,predecessorBody,Name,Value)
  %
  %   SuccessorTransform, PredecessorTransform   the joint's frames in the frames of the bodies, 4-by-4; eye(4) by
  %   default.
  %                          What the joint leaves free between the two: the translation along z
  %   PositionTolerance      m, 0 by default
  %   OrientationTolerance   rad, 0 by default
  %   JointPositionLimits    [least most] of the joint's position, m; [-0.5 0.5] by default
  %   Weights                [orientation position limits], [1 1 1] by default
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"prismatic"});
  %     >> c = constraintPrismaticJoint("tool0","base_link");
  %     >> c.PredecessorTransform = getTransform(robot,[0.5 -1.2 1.4 0.3 0.6 0.1],"tool0");
  %     >> q = g([0.4 -1 1.2 0.2 0.5 0],c);
  %     >> norm(violation(c,robot,q)) < 1e-6
  %     ans = 1
  %
  %   See also generalizedInverseKinematics, constraintFixedJoint, constraintRevoluteJoint.
  properties
    SuccessorBody = "";
    PredecessorBody = "";
    SuccessorTransform = eye(4);
    PredecessorTransform = eye(4);
    PositionTolerance = 0;
    OrientationTolerance = 0;
    JointPositionLimits = [-0.5 0.5];
    Weights = [1 1 1];
  end
  methods
    function c = constraintPrismaticJoint(successorBody, predecessorBody, varargin)
      needArguments(nargin, 2, "constraintPrismaticJoint(successorBody,predecessorBody)");
      c.Kind = "prismatic";
      c.Parts = [1:5 7];
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
