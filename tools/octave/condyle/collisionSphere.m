classdef collisionSphere < collisionGeometry
  % COLLISIONSPHERE  A sphere for collision checks.
  %
  %   object = collisionSphere(radius)
  %   object = collisionSphere(radius,"Pose",T)   T is 4-by-4, from the object's frame to the world
  %
  %   Properties: Radius, m; Pose.  Its frame is in its middle.
  %
  %   Example:
  %     >> a = collisionSphere(0.5);
  %     >> b = collisionBox(1,1,1,"Pose",trvec2tform([0 0 2]));
  %     >> [hit,distance,points] = checkCollision(a,b);
  %     >> distance
  %     distance = 1
  %     >> points
  %     points =
  %     
  %             0        0
  %             0        0
  %        0.5000   1.5000
  %     
  %
  %   See also checkCollision, collisionBox, manipulatorRRT.
  properties
    Radius = 1;
  end
  methods
    function object = collisionSphere(radius, varargin)
      needArguments(nargin, 1, "collisionSphere(radius)");
      object.Radius = radius;
      takePose(object, "collisionSphere", asPairs(varargin));
    end
    function set.Radius(object, length)
      object.Radius = needLength(length, "collisionSphere", "a radius");
    end
  end
  methods (Hidden)
    function sizes = sizesOf(object)
      sizes = {object.Radius};
    end
    function [type, parameters] = describe(object)
      [type, parameters] = deal("sphere", object.Radius);
    end
    function shape = shapeOf(object)
      shape = struct("Type", "sphere", "Radius", object.Radius, "Length", 0);
    end
  end
end
