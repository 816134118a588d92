classdef rigidBody < handle
  % RIGIDBODY  A body with mass and inertia, and the joint that moves it.
  %
  %   body = rigidBody(name)   1 kg, inertia [1 1 1 0 0 0] kg m2, a fixed joint NAME_jnt
  %
  %   Properties:
  %     Name          its name
  %     Joint         the joint that moves it, a rigidBodyJoint; assigning one copies it
  %     Mass          kg
  %     CenterOfMass  [x y z] in the body frame, m
  %     Inertia       [Ixx Iyy Izz Iyz Ixz Ixy] about the origin of the body frame, kg m2
  %     Parent        the body that it is attached to; [] while it is in no robot
  %     Children      the bodies attached to it, a cell array
  %     Visuals, Collisions   shapes, a cell array of structs; addVisual, addCollision, clearVisual, clearCollision change
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
  %   See also rigidBodyTree, rigidBodyJoint.
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
      if nargin ~= 1 || ~ischar(varargin{1})
        error("condyle:argument", "rigidBody: expected the name of the body");
      end
      body.Key = varargin{1};
      body.Owner = rigidBodyTree(condyle("new_body", body.Key, [body.Key "_jnt"], "fixed"));
    end
    function name = get.Name(body)
      name = body.Key;
    end
    function set.Name(body, name)
      condyle("rename_body", body.Owner.h, body.Key, name);
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
      owned = iscell(children) && all(cellfun(@(child) isa(child, "rigidBody") && isequal(child.Owner.h, body.Owner.h), ...
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
    function disp(body)
      printf("  rigidBody ""%s"": %g kg, joint ""%s"" (%s)\n", body.Name, body.Mass, body.Joint.Name, body.Joint.Type);
    end
  end
end
