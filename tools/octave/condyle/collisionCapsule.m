classdef collisionCapsule < roundGeometry
  % COLLISIONCAPSULE  A capsule, a cylinder with half a sphere at each end, for collision checks.
  %
  %   object = collisionCapsule(radius,length)
  %   object = collisionCapsule(radius,length,"Pose",T)   T is 4-by-4, from the object's frame to the world
  %
  %   Properties: Radius, Length, m; Pose.  Its axis is z, its frame is in its middle; the length is that of the
  %   cylinder, 0 for a ball.
  %
  %   Example:
  %     >> a = collisionCapsule(0.1,1);
  %     >> b = collisionCapsule(0.1,1,"Pose",trvec2tform([0 0 1.5]));
  %     >> [hit,distance] = checkCollision(a,b);
  %     >> printf("%.4f",distance)
  %     0.3000
  %
  %   See also checkCollision, collisionCylinder, manipulatorRRT.
  methods
    function object = collisionCapsule(radius, length, varargin)
      needArguments(nargin, 2, "collisionCapsule(radius,length)");
      object@roundGeometry(radius, length);
      takePose(object, "collisionCapsule", asPairs(varargin));
    end
  end
end
