classdef constraintPrismaticJoint < kinematicConstraint
  % CONSTRAINTPRISMATICJOINT  Close a loop by a prismatic joint between two bodies, along the z axes of two frames.
  %
  %   c = constraintPrismaticJoint(successorBody,predecessorBody)
  %   c = constraintPrismaticJoint(successorBody,predecessorBody,Name,Value)
  %
  %   SuccessorTransform, PredecessorTransform   the joint's frames in the frames of the bodies, 4-by-4; eye(4) by default.
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
    function [e, J, weights] = evaluate(c, robot, q)
      % The errors, their derivatives by a step of the configuration, and their weights.
      [T, Jr] = framesBetween(robot, c.PredecessorBody, c.PredecessorTransform, c.SuccessorBody, c.SuccessorTransform, q);
      [turn, Jturn] = turnError(eye(3), T, Jr, c.OrientationTolerance);
      [way, Jway] = beyond(T(1:2, 4), Jr(4:5, :), c.PositionTolerance);
      [past, Jpast] = outside(T(3, 4), Jr(6, :), c.JointPositionLimits);
      e = [turn; way; past];
      J = [Jturn; Jway; Jpast];
      weights = [c.Weights(1) * ones(3, 1); c.Weights(2) * ones(2, 1); c.Weights(3)];
    end
  end
end
