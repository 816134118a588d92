classdef collisionCylinder < roundGeometry
  % COLLISIONCYLINDER  A cylinder for collision checks.
  %
  %   object = collisionCylinder(radius,length)
  %   object = collisionCylinder(radius,length,"Pose",T)   T is 4-by-4, from the object's frame to the world
  %
  %   Properties: Radius, Length, m; Pose.  Its axis is z, its frame is in its middle.
  %
  %   Example:
  %     >> a = collisionCylinder(0.5,2);
  %     >> b = collisionSphere(0.5,"Pose",trvec2tform([2 0 0]));
  %     >> [~,distance] = checkCollision(a,b);
  %     >> abs(distance - 1) < 1e-6
  %     ans = 1
  %
  %   See also checkCollision, collisionCapsule, manipulatorRRT.
  methods
    function object = collisionCylinder(radius, length, varargin)
      needArguments(nargin, 2, "collisionCylinder(radius,length)");
      object@roundGeometry(radius, length);
      takePose(object, "collisionCylinder", asPairs(varargin));
    end
  end
end
