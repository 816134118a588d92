classdef collisionBox < collisionGeometry
  % COLLISIONBOX  A box for collision checks.
  %
  %   object = collisionBox(x,y,z)
  %   object = collisionBox(x,y,z,"Pose",T)   T is 4-by-4, from the object's frame to the world
  %
  %   Properties: X, Y, Z, m; Pose.  Its frame is in its middle.  An edge may be 0: a
  %   sheet.
  %
  %   Example:
  %     >> a = collisionBox(1,1,1);
  %     >> b = collisionBox(1,1,1,"Pose",trvec2tform([3 0 0]));
  %     >> [hit,distance] = checkCollision(a,b)
  %     hit = 0
  %     distance = 2
  %
  %   See also checkCollision, collisionSphere, manipulatorRRT.
  properties
    X = 1;
    Y = 1;
    Z = 1;
  end
  methods
    function object = collisionBox(x, y, z, varargin)
      needArguments(nargin, 3, "collisionBox(x,y,z)");
      object.X = x;
      object.Y = y;
      object.Z = z;
      takePose(object, "collisionBox", asPairs(varargin));
    end
    function set.X(object, length)
      object.X = needLength(length, "collisionBox", "an edge", true);
    end
    function set.Y(object, length)
      object.Y = needLength(length, "collisionBox", "an edge", true);
    end
    function set.Z(object, length)
      object.Z = needLength(length, "collisionBox", "an edge", true);
    end
  end
  methods (Hidden)
    function sizes = sizesOf(object)
      sizes = {object.X, object.Y, object.Z};
    end
    function [type, parameters] = describe(object)
      [type, parameters] = deal("box", [object.X object.Y object.Z]);
    end
    function shape = shapeOf(object)
      shape = struct("Type", "box", "Size", [object.X object.Y object.Z]);
    end
  end
end
