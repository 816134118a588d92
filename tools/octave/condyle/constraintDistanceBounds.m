classdef constraintDistanceBounds < kinematicConstraint
  % CONSTRAINTDISTANCEBOUNDS  Keep the distance between two bodies' origins within bounds.
  %
  %   c = constraintDistanceBounds(endEffector)
  %   c = constraintDistanceBounds(endEffector,Name,Value)
  %
  %   Bounds    [least most], m; [0 1] by default
  %   Weights   1 by default
  %   ReferenceBody   the other body; "" (default): the base
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"distance"});
  %     >> c = constraintDistanceBounds("tool0","Bounds",[0.3 0.4]);
  %     >> q = g([0.1 -1 1 0.2 0.3 0.4],c);
  %     >> d = norm(tform2trvec(getTransform(robot,q,"tool0")));
  %     >> d > 0.3 - 1e-6 && d < 0.4 + 1e-6
  %     ans = 1
  %
  %   See also generalizedInverseKinematics, constraintCartesianBounds.
  properties
    EndEffector = "";
    ReferenceBody = "";
    Bounds = [0 1];
    Weights = 1;
  end
  methods
    function c = constraintDistanceBounds(endEffector, varargin)
      needArguments(nargin, 1, "constraintDistanceBounds(endEffector)");
      c.Kind = "distance";
      c.Parts = 7;
      c.EndEffector = endEffector;
      setProperties(c, asPairs(varargin));
    end
    function set.EndEffector(c, value)
      c.EndEffector = needName("EndEffector", value);
    end
    function set.ReferenceBody(c, value)
      c.ReferenceBody = needName("ReferenceBody", value);
    end
    function set.Bounds(c, value)
      c.Bounds = needBounds("Bounds", value, 1);
    end
    function set.Weights(c, value)
      c.Weights = needNumbers("Weights", value, 1, 0);
    end
    function rows = inNumbers(c, robot)
      % What the mex file reads of the constraint.
      rows = packConstraint(c.Kind, {c.EndEffector, c.ReferenceBody}, {eye(4), eye(4)}, c.Bounds, [0 0], ...
                            c.Weights * ones(1, 7));
    end
  end
end
