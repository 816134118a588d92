classdef collisionGeometry < handle
  % COLLISIONGEOMETRY  What collisionBox, collisionCylinder, collisionSphere, collisionCapsule and collisionMesh have in
  % common.
  %
  %   Pose            the transform from the object's frame to the world, 4-by-4 or an se3 object; eye(4) by default
  %   show(object)    draws it; show(object,"Parent",axes) into axes; [axes,drawn] = show(...) returns the axes and a
  %                   graphicsObject, drawn.FaceColor = [1 0 0]
  %   copy(object)    another object of the same shape and pose
  %   [capsule,info] = fitCollisionCapsule(object)   a collisionCapsule around it; info.Residual is how deep inside the
  %                   capsule each of its points lies, m
  %   convertToCollisionMesh(object)                 a collisionMesh of the corners of its surface, in the same pose
  %
  %   Example:
  %     >> box = collisionBox(0.4,0.2,0.1);
  %     >> box.Pose(3,4) = 0.5;
  %     >> isa(box,"collisionGeometry")
  %     ans = 1
  %
  %   See also checkCollision, addCollision, manipulatorRRT.
  properties
    Pose = eye(4);
  end
  methods
    function set.Pose(object, pose)
      pose = needPages("Pose", "a transform", pose, 4);
      if size(pose, 3) != 1
        error("condyle:argument", "Pose: expected one transform, 4-by-4");
      end
      object.Pose = pose;
    end
    function varargout = show(object, varargin)
      options = readOptions("show", asPairs(varargin), struct("Parent", []));
      handle = options.Parent;
      if isempty(handle)
        handle = gca();
      end
      [vertices, faces] = surfaceOf(object);
      vertices = (object.Pose(1:3, 1:3) * vertices + object.Pose(1:3, 4))';
      drawn = patch("faces", faces', "vertices", vertices, "facecolor", [0.6 0.75 0.9], "edgecolor", "none", ...
                    "parent", handle);
      axis(handle, "equal");
      if isequal(get(handle, "view"), [0 90])
        view(handle, 135, 20);
      end
      varargout = {handle, graphicsObject(drawn)}(1:nargout);
    end
    function other = copy(object)
      other = feval(class(object), sizesOf(object){:});
      other.Pose = object.Pose;
    end
    function [capsule, info] = fitCollisionCapsule(object)
      [capsule, info] = capsuleAround(surfaceOf(object));
      capsule.Pose = object.Pose * capsule.Pose;
    end
    function mesh = convertToCollisionMesh(object)
      vertices = surfaceOf(object);
      mesh = collisionMesh(unique(vertices', "rows", "stable"), "Pose", object.Pose);
    end
    function [hit, distance, points] = checkCollision(object, other, varargin)
      needArguments(nargin, 2, "checkCollision(object1,object2)");
      if ! isa(object, "collisionGeometry") || ! isa(other, "collisionGeometry")
        error("condyle:argument", "checkCollision: expected two collision objects, or a robot and a configuration");
      end
      cores = [coreOf(object); coreOf(other)];
      [table, corners] = packShapes(cores);
      [distance, points] = condyle("separations", table, corners, cat(3, object.Pose, other.Pose), [1; 2], false);
      hit = double(isnan(distance));
    end
  end
  methods (Hidden)
    % {kind, points, radius}, as shapeCore gives them.
    function core = coreOf(object)
      core = cell(1, 3);
      [core{:}] = shapeCore(shapeOf(object), "");
    end
    function [vertices, faces] = surfaceOf(object)
      [vertices, faces] = shapeSurface(shapeOf(object), "");
    end
    % Sets the pose from the arguments behind the sizes: a transform, or "Pose" and a transform.
    function takePose(object, caller, arguments)
      if numel(arguments) == 1 && ! ischar(arguments{1})
        arguments = [{"Pose"}, arguments];
      end
      options = readOptions(caller, arguments, struct("Pose", object.Pose));
      object.Pose = options.Pose;
    end
  end
end
