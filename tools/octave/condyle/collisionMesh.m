classdef collisionMesh < collisionGeometry
  % COLLISIONMESH  The convex hull of points, for collision checks.
  %
  %   object = collisionMesh(vertices)            n-by-3, m
  %   object = collisionMesh(vertices,"Pose",T)   T is 4-by-4, from the object's frame to the world
  %
  %   Properties: Vertices, Pose.  The hull of the points counts, not the points as they follow each other.
  %
  %   Example:
  %     >> a = collisionMesh([0 0 0; 1 0 0; 0 1 0; 0 0 1]);
  %     >> b = collisionSphere(0.25,"Pose",trvec2tform([0 0 -1]));
  %     >> [hit,distance] = checkCollision(a,b)
  %     hit = 0
  %     distance = 0.7500
  %
  %   See also checkCollision, collisionBox.
  properties
    Vertices = zeros(0, 3);
  end
  properties (Hidden)
    Corners = zeros(3, 0); # of the hull
  end
  methods
    function object = collisionMesh(vertices, varargin)
      needArguments(nargin, 1, "collisionMesh(vertices)");
      if ! isnumeric(vertices) || ! isreal(vertices) || columns(vertices) != 3 || rows(vertices) < 4 || ...
         ! all(isfinite(vertices(:)))
        error("condyle:argument", "collisionMesh: expected vertices, n-by-3 with at least 4 rows, m");
      end
      object.Vertices = double(vertices);
      object.Corners = hullPoints(object.Vertices');
      takePose(object, "collisionMesh", asPairs(varargin));
    end
  end
  methods (Hidden)
    function sizes = sizesOf(object)
      sizes = {object.Vertices};
    end
    function core = coreOf(object)
      core = {0, object.Corners, 0};
    end
    function [vertices, faces] = surfaceOf(object)
      vertices = object.Vertices';
      faces = convhulln(object.Vertices)';
    end
  end
end
