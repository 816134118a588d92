classdef roundGeometry < collisionGeometry
  % ROUNDGEOMETRY  What collisionCylinder and collisionCapsule have in common: a radius, and a length along z.
  %
  %   Properties: Radius, Length, m; Pose.
  %
  %   Example:
  %     >> isa(collisionCapsule(0.1,1),"roundGeometry")
  %     ans = 1
  %
  %   See also collisionCylinder, collisionCapsule, collisionGeometry.
  properties
    Radius = 1;
    Length = 1;
  end
  methods
    function object = roundGeometry(radius, length)
      object.Radius = radius;
      object.Length = length;
    end
    function set.Radius(object, length)
      object.Radius = needLength(length, class(object), "a radius");
    end
    function set.Length(object, length)
      object.Length = needLength(length, class(object), "a length", isa(object, "collisionCapsule"));
    end
  end
  methods (Hidden)
    function sizes = sizesOf(object)
      sizes = {object.Radius, object.Length};
    end
    function type = typeOf(object)
      type = lower(class(object)(numel("collision") + 1:end));
    end
    function [type, parameters] = describe(object)
      [type, parameters] = deal(typeOf(object), [object.Radius object.Length]);
      if object.Length == 0 # a capsule that is a ball, which URDF has under its own name
        [type, parameters] = deal("sphere", object.Radius);
      end
    end
    function shape = shapeOf(object)
      shape = struct("Type", typeOf(object), "Radius", object.Radius, "Length", object.Length);
    end
  end
end
