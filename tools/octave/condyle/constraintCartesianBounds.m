classdef constraintCartesianBounds < kinematicConstraint
  % CONSTRAINTCARTESIANBOUNDS  Keep a body's origin within a box.
  %
  %   c = constraintCartesianBounds(endEffector)
  %   c = constraintCartesianBounds(endEffector,Name,Value)
  %
  %   TargetTransform   where the box is, 4-by-4 or an se3 object, eye(4) by default
  %   Bounds            [xmin xmax; ymin ymax; zmin zmax] in the box's frame, m; zeros by default
  %   Weights           of the three directions, [1 1 1] by default
  %   ReferenceBody    body in whose frame the target is; "" (default): the base
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> g = generalizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"cartesian"});
  %     >> c = constraintCartesianBounds("tool0");
  %     >> c.Bounds = [0.3 0.5; -0.1 0.1; 0.2 Inf];
  %     >> q = g(homeConfiguration(robot),c);
  %     >> norm(violation(c,robot,q)) < 1e-6
  %     ans = 1
  %
  %   See also generalizedInverseKinematics, constraintDistanceBounds.
  properties
    EndEffector = "";
    ReferenceBody = "";
    TargetTransform = eye(4);
    Bounds = zeros(3, 2);
    Weights = [1 1 1];
  end
  methods
    function c = constraintCartesianBounds(endEffector, varargin)
      needArguments(nargin, 1, "constraintCartesianBounds(endEffector)");
      c.Kind = "cartesian";
      c.Parts = 4:6;
      c.EndEffector = endEffector;
      setProperties(c, asPairs(varargin));
    end
    function set.EndEffector(c, value)
      c.EndEffector = needName("EndEffector", value);
    end
    function set.ReferenceBody(c, value)
      c.ReferenceBody = needName("ReferenceBody", value);
    end
    function set.TargetTransform(c, value)
      c.TargetTransform = needPages("TargetTransform", "a transform", value, 4);
    end
    function set.Bounds(c, value)
      c.Bounds = needBounds("Bounds", value, 3);
    end
    function set.Weights(c, value)
      c.Weights = needNumbers("Weights", value, 3, 0);
    end
    function rows = inNumbers(c, robot)
      % What the mex file reads of the constraint.
      rows = packConstraint(c.Kind, {c.EndEffector, c.ReferenceBody}, {eye(4), c.TargetTransform}, c.Bounds, [0 0], ...
                            [0 0 0, c.Weights, 0]);
    end
  end
end
