classdef rigidBodyJoint < handle
  % RIGIDBODYJOINT  A joint: how a body moves on its parent.
  %
  %   joint = rigidBodyJoint(name)         a fixed joint
  %   joint = rigidBodyJoint(name,type)    "fixed", "revolute", "prismatic", "continuous", "planar", "floating" or
  %   "spherical"
  %
  %   Properties:
  %     Type                    its type, which cannot be set; a revolute joint without limits is "continuous"
  %     Name                    its name
  %     PositionLimits          [lower upper], rad or m: [-pi pi] for revolute, [-0.5 0.5] for prismatic joints at first
  %                             [-Inf Inf] makes a revolute joint continuous, other limits a continuous one revolute
  %     HomePosition            rad or m
  %     JointAxis               axis in the joint frame
  %     JointToParentTransform  where the joint is in the parent's frame, 4 x 4; set by setFixedTransform
  %     ChildToJointTransform   where the body is in the joint's frame, 4 x 4
  %
  %   Example:
  %     >> joint = rigidBodyJoint("elbow","revolute");
  %     >> setFixedTransform(joint,[0.4 0 0.1 0],"dh");
  %     >> joint.ChildToJointTransform(1:3,4)'
  %     ans =
  %
  %        0.4000        0   0.1000
  %
  %   See also rigidBody, setFixedTransform.
  properties (Dependent)
    Type
    Name
    PositionLimits
    HomePosition
    JointAxis
    JointToParentTransform
    ChildToJointTransform
  end
  properties (Hidden)
    Owner      % the robot that it is in; one of its own for a new joint
    Key = "";  % name of the body that it moves
  end
  methods
    function joint = rigidBodyJoint(varargin)
      varargin = asPairs(varargin); # rigidBodyJoint(elbow="revolute")
      if nargin == 2 && isa(varargin{1}, "rigidBodyTree")
        joint.Owner = varargin{1};
        joint.Key = varargin{2};
        return;
      end
      if nargin < 1 || nargin > 2
        error("condyle:argument", "rigidBodyJoint: expected the joint's name, and its type");
      end
      type = [varargin(2:end) {"fixed"}]{1};
      joint.Key = "body";
      joint.Owner = rigidBodyTree(condyle("new_body", joint.Key, varargin{1}, type));
    end
    function type = get.Type(joint)
      type = condyle("joint", joint.Owner.h, joint.Key, "type");
    end
    function set.Type(joint, type)
      readOnly("Type", "make another joint, rigidBodyJoint(name,type), and assign it to Joint of the body");
    end
    function name = get.Name(joint)
      name = condyle("joint", joint.Owner.h, joint.Key, "name");
    end
    function set.Name(joint, name)
      condyle("set_joint", joint.Owner.h, joint.Key, "name", name);
    end
    function limits = get.PositionLimits(joint)
      limits = condyle("joint", joint.Owner.h, joint.Key, "limits");
    end
    function set.PositionLimits(joint, limits)
      condyle("set_joint", joint.Owner.h, joint.Key, "limits", limits);
    end
    function home = get.HomePosition(joint)
      home = condyle("joint", joint.Owner.h, joint.Key, "home");
    end
    function set.HomePosition(joint, home)
      condyle("set_joint", joint.Owner.h, joint.Key, "home", home);
    end
    function axis = get.JointAxis(joint)
      axis = condyle("joint", joint.Owner.h, joint.Key, "axis");
    end
    function set.JointAxis(joint, axis)
      condyle("set_joint", joint.Owner.h, joint.Key, "axis", axis);
    end
    function T = get.JointToParentTransform(joint)
      T = condyle("joint", joint.Owner.h, joint.Key, "to_parent");
    end
    function set.JointToParentTransform(joint, T)
      readOnly("JointToParentTransform", "use setFixedTransform");
    end
    function T = get.ChildToJointTransform(joint)
      T = condyle("joint", joint.Owner.h, joint.Key, "child");
    end
    function set.ChildToJointTransform(joint, T)
      readOnly("ChildToJointTransform", "use setFixedTransform");
    end
    function setFixedTransform(joint, value, kind)
      needArguments(nargin, 2, "setFixedTransform(joint,transform)");
      if nargin < 3
        kind = "tform";
      end
      if ! any(strcmp(kind, {"tform", "dh", "mdh"}))
        error("condyle:argument", ...
              "setFixedTransform: expected one of ""tform"", ""dh"", ""mdh"" as the third argument");
      end
      if strcmp(kind, "tform")
        value = asRotations(value);
      end
      condyle("set_joint", joint.Owner.h, joint.Key, kind, value);
    end
    function other = copy(joint)
      other = rigidBodyJoint(joint.Name, joint.Type);
      condyle("replace_joint", other.Owner.h, other.Key, joint.Owner.h, joint.Key);
    end
    % Handles are equal where they are of the same joint of the same robot.
    function same = eq(joint, other)
      same = isa(joint, "rigidBodyJoint") && isa(other, "rigidBodyJoint") && isequal(joint.Owner.h, other.Owner.h) && ...
             strcmp(joint.Key, other.Key);
    end
    function different = ne(joint, other)
      different = ! eq(joint, other);
    end
    function same = isequal(joint, varargin)
      same = all(cellfun(@(other) eq(joint, other), varargin));
    end
    function disp(joint)
      printf("  rigidBodyJoint ""%s"": %s\n", joint.Name, joint.Type);
    end
  end
  methods (Static)
    % An array of joints without elements: 0-by-0, or of the size given as zeros(...) takes it.
    function list = empty(varargin)
      list = rigidBodyJoint("joint");
      list = list(emptyPlaces("rigidBodyJoint", varargin{:}));
    end
  end
end
