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
    function [e, J, weights] = evaluate(c, robot, q)
      % The errors, their derivatives by a step of the configuration, and their weights.
      [T, Jr] = relativePose(robot, c.ReferenceBody, c.EndEffector, q);
      z = T(1:3, 3);
      way = c.TargetPoint(:) - T(1:3, 4);
      distance = norm(way);
      if distance < 1e-12
        e = zeros(3, 1);
        J = zeros(3, columns(Jr)); # the body is at the point: every direction aims at it
      else
        u = way / distance;
        s = cross(z, u);
        Jz = -crossMatrix(z) * Jr(1:3, :);
        Ju = -(eye(3) - u * u') * Jr(4:6, :) / distance;
        [e, J] = angleVector(s, z' * u, crossMatrix(z) * Ju - crossMatrix(u) * Jz, u' * Jz + z' * Ju, null(z')(:, 1));
        [e, J] = beyond(e, J, c.AngularTolerance);
      end
      weights = c.Weights * ones(3, 1);
    end
  end
end
