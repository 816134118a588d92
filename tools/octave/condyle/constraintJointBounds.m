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
    function packed = inNumbers(c, robot)
      % What the mex file reads of the constraint: a row for each position that it bounds.
      count = condyle("sizes", robot.h)(1);
      if rows(c.Bounds) != count || numel(c.Weights) != count
        error("condyle:argument", "constraintJointBounds: expected bounds and weights of %d positions", count);
      end
      packed = cell(0, 4);
      for k = find(bounded(c))'
        packed(end + 1, :) = packConstraint(c.Kind, {"", ""}, {eye(4), eye(4)}, c.Bounds(k, :), [0 0], ...
                                            c.Weights(k) * ones(1, 7), k - 1);
      end
    end
    function e = errorsOf(c, violations)
      % A number for each position.
      e = zeros(rows(c.Bounds), 1);
      e(bounded(c)) = violations(:, 7);
    end
    function which = bounded(c)
      which = any(isfinite(c.Bounds), 2) & c.Weights(:) > 0;
    end
  end
end
