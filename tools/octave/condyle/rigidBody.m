classdef rigidBody < handle
  % RIGIDBODY  A body with mass and inertia, and the joint that moves it.
  %
  %   body = rigidBody(name)   1 kg, inertia [1 1 1 0 0 0] kg m2, a fixed joint NAME_jnt
  %   body = rigidBody(name,"MaxNumCollisions",n)   the same: there may be any number
  %
  %   Properties:
  %     Name          its name
  %     Joint         the joint that moves it, a rigidBodyJoint; assigning one copies it
  %     Mass          kg
  %     CenterOfMass  [x y z] in the body frame, m
  %     Inertia       [Ixx Iyy Izz Iyz Ixz Ixy] about the origin of the body frame, kg m2
  %     Parent        the body that it is attached to; [] while it is in no robot
  %     Children      the bodies attached to it, a cell array
  %     Visuals, Collisions   shapes, a cell array of structs; addVisual, addCollision, clearVisual, clearCollision
  %     change
  %                   them
  %
  %   A body from getBody or Bodies belongs to the robot: changing the body changes the robot.  addBody and replaceBody
  %   put a copy into the robot.
  %
  %   Example:
  %     >> body = rigidBody("forearm");
  %     >> body.Mass = 2.5;
  %     >> body.Mass
  %     ans = 2.5000
  %
  %   addFrame, updateFrame, removeFrame and frameinfo are for frames on the body besides its own.
  %
  %   See also rigidBodyTree, rigidBodyJoint, addFrame.
  properties (Dependent)
    Name
    Joint
    Mass
    CenterOfMass
    Inertia
    Parent
    Children
    Visuals
    Collisions
  end
  properties (Hidden)
    Owner      % the robot of the body; a new body has a robot of its own
    Key = "";  % name of the body in that robot
  end
  methods
    function body = rigidBody(varargin)
      if nargin == 2 && isa(varargin{1}, "rigidBodyTree")
        body.Owner = varargin{1};
        body.Key = varargin{2};
        condyle("body", body.Owner.h, body.Key, "mass"); % fails where there is no such body
        return;
      end
      if nargin < 1 || ~ischar(varargin{1})
        error("condyle:argument", "rigidBody: expected the name of the body");
      end
      readOptions("rigidBody", varargin(2:end), struct("MaxNumCollisions", []));
      body.Key = varargin{1};
      body.Owner = rigidBodyTree(condyle("new_body", body.Key, [body.Key "_jnt"], "fixed"));
    end
    function name = get.Name(body)
      name = body.Key;
    end
    function set.Name(body, name)
      condyle("rename_body", body.Owner.h, body.Key, name);
      for i = find(strcmp({body.Owner.Frames.Body}, body.Key))
        body.Owner.Frames(i).Body = name;
      end
      for i = find(strcmp({body.Owner.Frames.Parent}, body.Key))
        body.Owner.Frames(i).Parent = name;
      end
      body.Key = name;
    end
    function mass = get.Mass(body)
      mass = condyle("body", body.Owner.h, body.Key, "mass");
    end
    function set.Mass(body, mass)
      needValue(mass, "Mass");
      condyle("set_inertial", body.Owner.h, body.Key, mass, [], []);
    end
    function center = get.CenterOfMass(body)
      center = condyle("body", body.Owner.h, body.Key, "center_of_mass");
    end
    function set.CenterOfMass(body, center)
      needValue(center, "CenterOfMass");
      condyle("set_inertial", body.Owner.h, body.Key, [], center, []);
    end
    function inertia = get.Inertia(body)
      inertia = condyle("body", body.Owner.h, body.Key, "inertia");
    end
    function set.Inertia(body, inertia)
      needValue(inertia, "Inertia");
      condyle("set_inertial", body.Owner.h, body.Key, [], [], inertia);
    end
    function joint = get.Joint(body)
      joint = rigidBodyJoint(body.Owner, body.Key);
    end
    function set.Joint(body, joint)
      if ~isa(joint, "rigidBodyJoint")
        error("condyle:argument", "Joint: expected a rigidBodyJoint, not %s", class(joint));
      end
      if ~isequal(body.Owner.h, joint.Owner.h) || ~strcmp(body.Key, joint.Key)
        condyle("replace_joint", body.Owner.h, body.Key, joint.Owner.h, joint.Key);
      end
    end
    function parent = get.Parent(body)
      name = condyle("body", body.Owner.h, body.Key, "parent");
      if isempty(name) || strcmp(name, ["base of " body.Key])
        parent = [];
      else
        parent = rigidBody(body.Owner, name);
      end
    end
    function set.Parent(body, parent)
      own = body.Parent;
      if ! isa(parent, "rigidBody") || isempty(own) || ! isequal({parent.Owner.h, parent.Key}, {own.Owner.h, own.Key})
        readOnly("Parent", "use removeBody, and addBody with another parent");
      end
    end
    function children = get.Children(body)
      names = condyle("body", body.Owner.h, body.Key, "children");
      children = cell(1, numel(names));
      for i = 1:numel(names)
        children{i} = rigidBody(body.Owner, names{i});
      end
    end
    function set.Children(body, children)
      owned = iscell(children) && all(cellfun(@(child) isa(child, "rigidBody") && ...
                                              isequal(child.Owner.h, body.Owner.h), ...
                                              children));
      if ! owned || ! isequal(sort(cellfun(@(child) child.Key, children, "UniformOutput", false)), ...
                                   sort(condyle("body", body.Owner.h, body.Key, "children")))
        readOnly("Children", "use addBody and removeBody");
      end
    end
    function shapes = get.Visuals(body)
      shapes = condyle("body", body.Owner.h, body.Key, "visuals");
    end
    function set.Visuals(body, shapes)
      readOnly("Visuals", "use clearVisual and addVisual");
    end
    function shapes = get.Collisions(body)
      shapes = condyle("body", body.Owner.h, body.Key, "collisions");
    end
    function set.Collisions(body, shapes)
      readOnly("Collisions", "use clearCollision and addCollision");
    end
    function addVisual(body, varargin)
      addShape(body, "visuals", "addVisual", varargin);
    end
    function addCollision(body, varargin)
      addShape(body, "collisions", "addCollision", varargin);
    end
    function clearVisual(body)
      condyle("clear_shapes", body.Owner.h, body.Key, "visuals");
    end
    function clearCollision(body)
      condyle("clear_shapes", body.Owner.h, body.Key, "collisions");
    end
    function other = copy(body)
      other = rigidBody(body.Name);
      condyle("replace_body", other.Owner.h, other.Key, body.Owner.h, body.Key);
      takeFrames(other.Owner, body.Owner, {body.Key});
    end
    function visuals = getVisual(body)
      visuals = body.Visuals;
    end

    % Frames on the body besides its own: each has its help in a file of its own.
    function addFrame(body, name, parent, T, translation)
      needArguments(nargin, 4, "addFrame(body,name,parent,transform)");
      if nargin > 4
        T = [needPages("addFrame", "a rotation", T, 3), translation(:); 0 0 0 1];
      end
      needFrame(body, parent, "addFrame");
      if ! ischar(name) || isempty(name)
        error("condyle:argument", "addFrame: expected the name of the frame");
      end
      if any(strcmp(body.Owner.FrameNames, name))
        error("condyle:argument", "addFrame: there is a frame '%s' already", name);
      end
      T = needPages("addFrame", "a transform", T, 4);
      body.Owner.Frames(end + 1) = struct("Name", name, "Body", body.Key, "Parent", parent, "Transform", T);
    end
    function removeFrame(body, name)
      needArguments(nargin, 2, "removeFrame(body,name)");
      i = ownFrame(body, name, "removeFrame");
      removed = body.Owner.Frames(i);
      for k = find(strcmp({body.Owner.Frames.Parent}, name)) # they stay where they are
        body.Owner.Frames(k).Transform = removed.Transform * body.Owner.Frames(k).Transform;
        body.Owner.Frames(k).Parent = removed.Parent;
      end
      body.Owner.Frames(i) = [];
    end
    function updateFrame(body, name, varargin)
      needArguments(nargin, 2, "updateFrame(body,name)");
      i = ownFrame(body, name, "updateFrame");
      frame = body.Owner.Frames(i);
      options = readOptions("updateFrame", varargin, struct("Name", frame.Name, "ParentFrame", frame.Parent, ...
                            "RigidTransform", frame.Transform));
      needFrame(body, options.ParentFrame, "updateFrame");
      above = options.ParentFrame;
      while ! strcmp(above, body.Key)
        if strcmp(above, name)
          error("condyle:argument", "updateFrame: '%s' would stand on itself", name);
        end
        above = body.Owner.Frames(strcmp({body.Owner.Frames.Name}, above)).Parent;
      end
      if ! strcmp(options.Name, name) && any(strcmp(body.Owner.FrameNames, options.Name))
        error("condyle:argument", "updateFrame: there is a frame '%s' already", options.Name);
      end
      for k = find(strcmp({body.Owner.Frames.Parent}, name))
        body.Owner.Frames(k).Parent = options.Name;
      end
      body.Owner.Frames(i).Name = options.Name;
      body.Owner.Frames(i).Parent = options.ParentFrame;
      body.Owner.Frames(i).Transform = needPages("updateFrame", "a transform", options.RigidTransform, 4);
    end
    function info = frameinfo(body, name)
      needArguments(nargin, 2, "frameinfo(body,name)");
      needFrame(body, name, "frameinfo");
      info = struct("Name", name, "RigidTransform", eye(4), "ParentFrame", "", "ChildFrames", {cell(1, 0)});
      found = find(strcmp({body.Owner.Frames.Name}, name));
      if ! isempty(found)
        info.RigidTransform = body.Owner.Frames(found).Transform;
        info.ParentFrame = body.Owner.Frames(found).Parent;
      end
      info.ChildFrames = reshape({body.Owner.Frames(strcmp({body.Owner.Frames.Parent}, name)).Name}, 1, []);
    end
    function T = getTransform(body, source, target)
      needArguments(nargin, 2, "getTransform(body,source)");
      if nargin < 3
        target = body.Key;
      end
      needFrame(body, source, "getTransform");
      needFrame(body, target, "getTransform");
      T = frameOnBody(body.Owner, target) \ frameOnBody(body.Owner, source);
    end
    % Handles are equal where they are of the same body of the same robot.
    function same = eq(body, other)
      same = isa(body, "rigidBody") && isa(other, "rigidBody") && isequal(body.Owner.h, other.Owner.h) && ...
             strcmp(body.Key, other.Key);
    end
    function different = ne(body, other)
      different = ! eq(body, other);
    end
    function same = isequal(body, varargin)
      same = all(cellfun(@(other) eq(body, other), varargin));
    end
    % Fails where the body has no frame of this name; its own name is one.
    function needFrame(body, name, caller)
      own = {body.Owner.Frames(strcmp({body.Owner.Frames.Body}, body.Key)).Name};
      if ! ischar(name) || ! any(strcmp([{body.Key}, own], name))
        error("condyle:argument", "%s: the body '%s' has no frame '%s'; its frames are %s", caller, body.Key, name, ...
              strjoin([{body.Key}, own], ", "));
      end
    end
    % The place of a frame in the robot's list; the body's own frame is not in it.
    function i = ownFrame(body, name, caller)
      needFrame(body, name, caller);
      i = find(strcmp({body.Owner.Frames.Name}, name));
      if isempty(i)
        error("condyle:argument", "%s: '%s' is the body's own frame", caller, name);
      end
    end
    function disp(body)
      printf("  rigidBody ""%s"": %g kg, joint ""%s"" (%s)\n", body.Name, body.Mass, body.Joint.Name, body.Joint.Type);
    end
  end
  methods (Static)
    % An array of bodies without elements: 0-by-0, or of the size given as zeros(...) takes it.
    function list = empty(varargin)
      list = rigidBody("body");
      list = list(emptyPlaces("rigidBody", varargin{:}));
    end
  end
end
