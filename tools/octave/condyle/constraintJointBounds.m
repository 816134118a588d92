classdef constraintJointBounds < kinematicConstraint
  % CONSTRAINTJOINTBOUNDS  Keep the positions of joints within bounds.
  %
  %   c = constraintJointBounds(robot)
  %   c = constraintJointBounds(robot,Name,Value)
  %
  %   Bounds    [least most] of each position, n-by-2, rad or m; the limits of the joints by default
  %   Weights   of the positions, ones(1,n) by default
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"joint"});
  %     >> c = constraintJointBounds(robot);
  %     >> c.Bounds(3,:) = [0.5 1];
  %     >> q = g(homeConfiguration(robot),c);
  %     >> abs(q(3) - 0.5) < 1e-6
  %     ans = 1
  %
  %   See also generalizedInverseKinematics.
  properties
    Bounds = zeros(0, 2);
    Weights = zeros(1, 0);
  end
  methods
    function c = constraintJointBounds(robot, varargin)
      needArguments(nargin, 1, "constraintJointBounds(robot)");
      robot = asRigidBodyTree(robot, "constraintJointBounds", "a rigidBodyTree");
      c.Kind = "joint";
      limits = condyle("limits", robot.h).position;
      c.Bounds = limits;
      c.Weights = ones(1, rows(limits));
      setProperties(c, asPairs(varargin));
    end
    function set.Bounds(c, value)
      c.Bounds = needBounds("Bounds", value, rows(value));
    end
    function set.Weights(c, value)
      c.Weights = needNumbers("Weights", value, numel(value), 0);
    end
    function [e, J, weights] = evaluate(c, robot, q)
      % The errors, their derivatives by a step of the configuration, and their weights.
      sizes = condyle("sizes", robot.h)([1 2]);
      if rows(c.Bounds) != sizes(1) || numel(c.Weights) != sizes(1)
        error("condyle:argument", "constraintJointBounds: expected bounds and weights of %d positions", sizes(1));
      end
      if sizes(1) != sizes(2)
        error("condyle:unsupported", "constraintJointBounds: the robot has joints with quaternions: give bounds of bodies instead");
      end
      [e, J] = outside(q(:), eye(sizes(2)), c.Bounds);
      weights = c.Weights(:);
    end
  end
end
