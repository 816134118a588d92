classdef rigidBodyTree < handle
  % RIGIDBODYTREE  A robot: bodies, and the joints that connect them.
  %
  %   robot = rigidBodyTree                  a robot that has only a base, named "base"
  %   robot = rigidBodyTree(Name,Value,...)  the same; "DataFormat" is "struct" (the default), "row" or "column",
  %                                          "MaxNumBodies" is accepted for the sake of older code
  %
  %   Robots from files: loadrobot, importrobot.
  %
  %   Properties:
  %     NumBodies   number of bodies, the base not counted
  %     Bodies      the bodies, a cell array of rigidBody
  %     Base        the base, a rigidBody
  %     BodyNames   names of the bodies
  %     BaseName    the base's name
  %     Gravity     acceleration of gravity [x y z] in the base frame, m/s2; [0 0 0] by default
  %     FrameNames  names of the frames: the base's, the bodies', and those of addFrame
  %     DataFormat  form of configurations: "struct", or vectors: "row" or "column", which the dynamics need
  %
  %   A robot is a handle: b = a is the same robot under two names, copy(a) another one.
  %
  %   Example:
  %     >> robot = rigidBodyTree("DataFormat","row");
  %     >> arm = rigidBody("arm");
  %     >> arm.Joint = rigidBodyJoint("shoulder","revolute");
  %     >> addBody(robot,arm,"base");
  %     >> robot.NumBodies
  %     ans = 1
  %
  %   See also loadrobot, importrobot, rigidBody, rigidBodyJoint.
  properties (Dependent)
    NumBodies
    Bodies
    Base
    BodyNames
    BaseName
    Gravity
    DataFormat
    FrameNames
    Name
  end
  properties (Hidden)
    h         % handle of the robot in the mex file
    File = ""; % file of the robot, around which meshes are searched
    Frames = struct("Name", {}, "Body", {}, "Parent", {}, "Transform", {}); % of addFrame, from the frame to its parent
  end
  methods
    function robot = rigidBodyTree(varargin)
      if nargin == 1 && isa(varargin{1}, "uint64")
        robot.h = varargin{1};
        return;
      end
      if nargin == 1 && isstruct(varargin{1})
        robot = restoreRobot(varargin{1});
        return;
      end
      options = readOptions("rigidBodyTree", asPairs(varargin), struct("DataFormat", "struct", "MaxNumBodies", []));
      robot.h = condyle("new", "base");
      condyle("format", robot.h, options.DataFormat);
    end

    function delete(robot)
      if ~isempty(robot.h)
        try
          condyle("delete", robot.h);
        catch failure
          if ~strcmp(failure.identifier, "Octave:undefined-function") # the package was unloaded before its robots
            rethrow(failure);
          end
        end
      end
    end
    function number = get.NumBodies(robot)
      number = numel(condyle("body_names", robot.h)) - 1;
    end
    function bodies = get.Bodies(robot)
      names = condyle("body_names", robot.h);
      bodies = cell(1, numel(names) - 1);
      for i = 1:numel(bodies)
        bodies{i} = rigidBody(robot, names{i + 1});
      end
    end
    function set.NumBodies(robot, number)
      readOnly("NumBodies", "use addBody and removeBody");
    end
    function set.Bodies(robot, bodies)
      requireSame(robot, bodies, robot.BodyNames);
    end
    function base = get.Base(robot)
      base = rigidBody(robot, robot.BaseName);
    end
    function set.Base(robot, base)
      requireSame(robot, {base}, {robot.BaseName});
    end
    function names = get.BodyNames(robot)
      names = condyle("body_names", robot.h)(2:end);
    end
    function set.BodyNames(robot, names)
      readOnly("BodyNames", "assign to the Name of a body, getBody(robot,name).Name");
    end
    function name = get.BaseName(robot)
      name = condyle("body_names", robot.h){1};
    end
    function set.BaseName(robot, name)
      condyle("rename_body", robot.h, robot.BaseName, name);
    end
    function gravity = get.Gravity(robot)
      gravity = condyle("gravity", robot.h);
    end
    function set.Gravity(robot, gravity)
      condyle("gravity", robot.h, gravity);
    end
    function format = get.DataFormat(robot)
      format = condyle("format", robot.h);
    end
    function set.DataFormat(robot, format)
      condyle("format", robot.h, format);
    end
    function names = get.FrameNames(robot)
      names = [condyle("body_names", robot.h), {robot.Frames.Name}];
    end
    function set.FrameNames(robot, names)
      readOnly("FrameNames", "each body has a frame of its name, and addFrame gives it more");
    end
    function name = get.Name(robot)
      name = condyle("robot_name", robot.h);
    end
    function set.Name(robot, name)
      readOnly("Name", "it is the one in the robot's file");
    end

    % Handles are equal where they are of the same robot.
    function same = eq(robot, other)
      same = isa(robot, "rigidBodyTree") && isa(other, "rigidBodyTree") && isequal(robot.h, other.h);
    end
    function different = ne(robot, other)
      different = ! eq(robot, other);
    end
    function same = isequal(robot, varargin)
      same = all(cellfun(@(other) eq(robot, other), varargin));
    end
    % robot.getBody(name).Joint.PositionLimits = limits assigns to the body, as robot.Bodies{i}.Joint... does.
    function robot = subsasgn(robot, places, value)
      if numel(places) > 2 && isequal({places(1:2).type, places(1).subs}, {".", "()", "getBody"})
        body = getBody(robot, places(2).subs{:});
        if numel(places) == 3
          body.(places(3).subs) = value;
        else
          subsasgn(body, places(3:end), value);
        end
      else
        robot = builtin("subsasgn", robot, places, value);
      end
    end
    function number = numel(robot, varargin)
      number = 1; # Octave asks before robot.getBody(name).Mass = mass
    end
    function disp(robot)
      names = robot.BodyNames;
      printf("  rigidBodyTree with properties:\n\n");
      printf("     NumBodies: %d\n", numel(names));
      printf("        Bodies: {%s}\n", strjoin(repmat({"[1x1 rigidBody]"}, 1, numel(names)), "  "));
      printf("          Base: [1x1 rigidBody]\n");
      printf("     BodyNames: {%s}\n", inQuotes(names));
      printf("      BaseName: '%s'\n", robot.BaseName);
      printf("       Gravity: [%s]\n", strjoin(arrayfun(@(g) sprintf("%.5g", g), robot.Gravity, "UniformOutput", ...
                                                        false), " "));
      printf("    DataFormat: '%s'\n", robot.DataFormat);
      printf("    FrameNames: {%s}\n", inQuotes(robot.FrameNames));
    end

    % Structure: each of these functions has its help in a file of its own, help addBody for example.
    function addBody(robot, body, parent)
      needArguments(nargin, 3, "addBody(robot,body,parent)");
      needClass(body, "rigidBody");
      [parent, place] = bodyOfFrame(robot, parent);
      needNewFrames(robot, body);
      condyle("add_body", robot.h, parent, body.Owner.h, body.Key);
      if ! isempty(place) # attached to a frame
        joint = getBody(robot, body.Key).Joint;
        setFixedTransform(joint, place * joint.JointToParentTransform);
      end
      takeFrames(robot, body.Owner, {body.Key});
    end

    function varargout = removeBody(robot, name)
      needArguments(nargin, 2, "removeBody(robot,name)");
      removed = rigidBodyTree(condyle("remove_body", robot.h, name));
      takeFrames(removed, robot, removed.BodyNames);
      robot.Frames = robot.Frames(ismember({robot.Frames.Body}, condyle("body_names", robot.h)));
      if nargout > 0
        varargout{1} = removed;
      end
    end

    function replaceBody(robot, name, body)
      needArguments(nargin, 3, "replaceBody(robot,name,body)");
      needClass(body, "rigidBody");
      condyle("replace_body", robot.h, name, body.Owner.h, body.Key);
      robot.Frames = robot.Frames(! strcmp({robot.Frames.Body}, name));
      takeFrames(robot, body.Owner, {body.Key});
    end

    function replaceJoint(robot, name, joint)
      needArguments(nargin, 3, "replaceJoint(robot,name,joint)");
      needClass(joint, "rigidBodyJoint");
      condyle("replace_joint", robot.h, name, joint.Owner.h, joint.Key);
    end

    function addSubtree(robot, parent, subtree, varargin)
      needArguments(nargin, 3, "addSubtree(robot,parent,subtree)");
      pairs = asPairs(varargin);
      if numel(pairs) == 1 && islogical(pairs{1}) # what is left of robot.addSubtree(name,tree,ReplaceBase=false)
        pairs = [{"ReplaceBase"}, pairs];
      end
      options = readOptions("addSubtree", pairs, struct("ReplaceBase", true));
      subtree = asRigidBodyTree(subtree, "addSubtree", "a rigidBodyTree");
      if options.ReplaceBase
        condyle("add_subtree", robot.h, parent, subtree.h);
        takeFrames(robot, subtree, subtree.BodyNames);
        return;
      end
      base = copy(subtree.Base);
      addBody(robot, base, parent);
      try
        condyle("add_subtree", robot.h, base.Name, subtree.h);
        takeFrames(robot, subtree, subtree.BodyNames);
      catch failure
        removeBody(robot, base.Name);
        rethrow(failure);
      end
    end

    function part = subtree(robot, name)
      needArguments(nargin, 2, "subtree(robot,name)");
      part = rigidBodyTree(condyle("subtree", robot.h, name));
      takeFrames(part, robot, part.BodyNames);
    end

    function other = copy(robot)
      other = rigidBodyTree(condyle("copy", robot.h));
      other.File = robot.File;
      other.Frames = robot.Frames;
    end

    function body = getBody(robot, name)
      needArguments(nargin, 2, "getBody(robot,name)");
      body = rigidBody(robot, name);
    end

    function showdetails(robot)
      fputs(stdout, condyle("details", robot.h));
    end

    function varargout = exportrobot(robot, varargin)
      [varargout{1:nargout}] = writeRobot(robot, asPairs(varargin));
    end

    function stored = saveobj(robot)
      stored = storedRobot(robot);
    end

    function varargout = show(robot, varargin)
      [varargout{1:nargout}] = drawRobot(robot, asPairs(varargin));
    end

    function varargout = checkCollision(robot, q, varargin)
      needArguments(nargin, 2, "checkCollision(robot,configuration)");
      [varargout{1:max(nargout, 1)}] = checkRobot(robot, q, asPairs(varargin), nargout);
    end

    function writeAsFunction(robot, varargin)
      writeFunction(robot, asPairs(varargin));
    end

    % Configurations.
    function q = homeConfiguration(robot)
      q = condyle("home", robot.h);
    end

    function q = randomConfiguration(robot)
      q = condyle("random", robot.h, floor(rand * 2^53));
    end

    % Kinematics.
    function T = getTransform(robot, q, body, target)
      if nargin < 3
        needArguments(nargin, 3, "getTransform(robot,configuration,body)");
      end
      if nargin < 4 && isempty(robot.Frames)
        T = condyle("get_transform", robot, body, q);
      elseif isempty(robot.Frames)
        T = condyle("get_transform", robot, body, q, target);
      elseif nargin < 4
        T = transformOfFrames(robot, q, body, robot.BaseName);
      else
        T = transformOfFrames(robot, q, body, target);
      end
    end

    function J = geometricJacobian(robot, q, body)
      if nargin < 3
        needArguments(nargin, 3, "geometricJacobian(robot,configuration,body)");
      end
      [body, place] = bodyOfFrame(robot, body);
      J = condyle("geometric_jacobian", robot, body, q);
      if ! isempty(place)
        J = moveJacobian(J, condyle("get_transform", robot, body, q), place);
      end
    end

    function [com, jacobian] = centerOfMass(robot, varargin)
      if nargout < 2 % a list of results would take 6 us more
        com = condyle("center_of_mass", robot, varargin{:});
      else
        [com, jacobian] = condyle("center_of_mass", robot, varargin{:});
      end
    end

    % Dynamics.
    function tau = inverseDynamics(robot, varargin)
      tau = condyle("inverse_dynamics", robot, varargin{:});
    end

    function qdd = forwardDynamics(robot, varargin)
      qdd = condyle("forward_dynamics", robot, varargin{:});
    end

    function fext = externalForce(robot, body, varargin)
      if nargin < 3
        needArguments(nargin, 3, "externalForce(robot,body,wrench)");
      end
      fext = condyle("external_force", robot, body, varargin{:});
    end

    function M = massMatrix(robot, varargin)
      M = condyle("mass_matrix", robot, varargin{:});
    end

    function product = velocityProduct(robot, varargin)
      product = condyle("velocity_product", robot, varargin{:});
    end

    function tau = gravityTorque(robot, varargin)
      tau = condyle("gravity_torque", robot, varargin{:});
    end

    % Functions that MATLAB does not have: calls of the C library under their own names.
    function T = forward_kinematics(robot, varargin)
      T = condyle("forward_kinematics", robot, varargin{:});
    end

    function reactions = joint_reactions(robot, varargin)
      reactions = condyle("joint_reactions", robot, varargin{:});
    end

    function M = inverse_mass_matrix(robot, varargin)
      M = condyle("inverse_mass_matrix", robot, varargin{:});
    end

    function C = coriolis_matrix(robot, varargin)
      C = condyle("coriolis_matrix", robot, varargin{:});
    end

    function product = mass_times(robot, varargin)
      product = condyle("mass_times", robot, varargin{:});
    end

    function product = inverse_mass_times(robot, varargin)
      product = condyle("inverse_mass_times", robot, varargin{:});
    end

    function J = jacobian_dot(robot, body, varargin)
      needArguments(nargin, 2, "jacobian_dot(robot,body)");
      J = condyle("jacobian_dot", robot, body, varargin{:});
    end

    function product = jacobian_dot_qd(robot, body, varargin)
      needArguments(nargin, 2, "jacobian_dot_qd(robot,body)");
      product = condyle("jacobian_dot_qd", robot, body, varargin{:});
    end

    function J = jacobian_derivative(robot, body, varargin)
      needArguments(nargin, 2, "jacobian_derivative(robot,body)");
      J = condyle("jacobian_derivative", robot, body, varargin{:});
    end

    function T = transform_derivative(robot, body, varargin)
      needArguments(nargin, 2, "transform_derivative(robot,body)");
      T = condyle("transform_derivative", robot, body, varargin{:});
    end

    function velocity = frame_velocity(robot, body, varargin)
      needArguments(nargin, 2, "frame_velocity(robot,body)");
      velocity = condyle("frame_velocity", robot, body, varargin{:});
    end

    function acceleration = frame_acceleration(robot, body, varargin)
      needArguments(nargin, 2, "frame_acceleration(robot,body)");
      acceleration = condyle("frame_acceleration", robot, body, varargin{:});
    end

    function varargout = energy(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("energy", robot, varargin{:});
    end

    function varargout = centroidal_momentum(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("centroidal_momentum", robot, varargin{:});
    end

    function A = centroidal_momentum_matrix(robot, varargin)
      A = condyle("centroidal_momentum_matrix", robot, varargin{:});
    end

    function varargout = inverse_dynamics_derivatives(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("inverse_dynamics_derivatives", robot, varargin{:});
    end

    function varargout = forward_dynamics_derivatives(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("forward_dynamics_derivatives", robot, varargin{:});
    end

    function varargout = inverse_dynamics_vjp(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("inverse_dynamics_vjp", robot, varargin{:});
    end

    function varargout = inverse_dynamics_jvp(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("inverse_dynamics_jvp", robot, varargin{:});
    end

    function varargout = forward_dynamics_vjp(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("forward_dynamics_vjp", robot, varargin{:});
    end

    function varargout = forward_dynamics_jvp(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("forward_dynamics_jvp", robot, varargin{:});
    end

    function varargout = load_vjp(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("load_vjp", robot, varargin{:});
    end

    function varargout = energy_gradient(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("energy_gradient", robot, varargin{:});
    end

    function varargout = regressor_transpose_times(robot, varargin)
      [varargout{1:max(nargout, 1)}] = condyle("regressor_transpose_times", robot, varargin{:});
    end

    function Y = regressor(robot, varargin)
      Y = condyle("regressor", robot, varargin{:});
    end

    function parameters = inertial_parameters(robot)
      parameters = condyle("inertial_parameters", robot.h);
    end

    function [parameters, info] = identify(robot, varargin)
      given = asPairs(varargin);
      if ! isempty(given) && (ischar(given{1}) || isstruct(given{1}))
        [parameters, info] = identifyLog(robot, given{1}, given(2:end));
        return;
      end
      needArguments(numel(given), 4, "identify(robot,q,qd,qdd,tau) or identify(robot,log)");
      o = readOptions("identify", given(5:end), struct("Damping", false, "Coulomb", false, "RotorInertia", false, ...
                      "Consistent", true, "PriorWeight", 0));
      [parameters, info] = condyle("identify", robot, given{1:4}, o.Damping, o.Coulomb, o.RotorInertia, ...
                                   o.Consistent, o.PriorWeight);
    end

    function other = apply_parameters(robot, parameters, varargin)
      needArguments(nargin, 2, "apply_parameters(robot,parameters)");
      o = readOptions("apply_parameters", asPairs(varargin), ...
                      struct("Damping", false, "Coulomb", false, "RotorInertia", false));
      other = rigidBodyTree(condyle("apply_parameters", robot, parameters, o.Damping, o.Coulomb, o.RotorInertia));
      other.File = robot.File;
    end

    function all = limits(robot)
      all = condyle("limits", robot.h);
    end

    function mass = total_mass(robot)
      mass = condyle("sizes", robot.h)(5);
    end

    function next = integrate_configuration(robot, q, step)
      needArguments(nargin, 3, "integrate_configuration(robot,q,step)");
      next = condyle("integrate_configuration", robot.h, q, step);
    end

    function step = configuration_difference(robot, q0, q1)
      needArguments(nargin, 3, "configuration_difference(robot,q0,q1)");
      step = condyle("configuration_difference", robot.h, q0, q1);
    end

    function [q, moved] = clamp_configuration(robot, q)
      needArguments(nargin, 2, "clamp_configuration(robot,q)");
      [q, moved] = condyle("clamp_configuration", robot.h, q);
    end

    function set_drives(robot, varargin)
      options = readOptions("set_drives", asPairs(varargin), struct("Damping", false, "Friction", false, ...
                            "Rotors", false, "Springs", false, "FrictionWidth", 0.005, "Load", false, ...
                            "Offsets", false));
      condyle("set_drives", robot.h, options.Damping, options.Friction, options.Rotors, options.Springs, ...
              options.FrictionWidth, options.Load, options.Offsets);
    end

    function set_payload(robot, body, mass, center, inertia)
      needArguments(nargin, 3, "set_payload(robot,body,mass)");
      if nargin < 4
        center = [0 0 0];
      end
      if nargin < 5
        inertia = zeros(1, 6);
      end
      condyle("set_payload", robot.h, body, mass, center, inertia);
    end
  end
  methods (Static)
    % An array of robots without elements: 0-by-0, or of the size given as zeros(...) takes it.
    function list = empty(varargin)
      list = rigidBodyTree();
      list = list(emptyPlaces("rigidBodyTree", varargin{:}));
    end
  end
  methods (Hidden)
    % The content of a storedRobot.  URDF cannot hold gravity, data format, home positions, whether joints follow those
    % that they mimic, and the transform from a body's frame to the joint's: the text is the URDF of a copy in which all
    % these transforms are the identity.
    function content = storedContent(robot)
      content = struct("Source", "", "Kind", "text", "Gravity", robot.Gravity, "DataFormat", robot.DataFormat, ...
                       "Home", {{}}, "Child", {{}}, "MimicIndependent", condyle("mimic_independent", robot.h));
      names = robot.BodyNames;
      plain = copy(robot);
      for i = 1:numel(names)
        joint = getBody(robot, names{i}).Joint;
        if ! isequal(joint.ChildToJointTransform, eye(4))
          content.Child(end + 1, :) = {names{i}, joint.ChildToJointTransform};
          condyle("set_joint", plain.h, names{i}, "child", eye(4));
        end
        home = joint.HomePosition;
        # an identity quaternion
        standard = double((1:numel(home)) == 1 & any(strcmp(joint.Type, {"floating", "spherical"})));
        if ! strcmp(joint.Type, "fixed") && ! isequal(home(:).', standard)
          content.Home(end + 1, :) = {names{i}, home};
        end
      end
      content.Source = condyle("urdf_text", plain.h);
    end

    % The body of a frame, and the transform from the frame to the body, [] of bodies themselves.
    function [body, place] = bodyOfFrame(robot, name)
      [body, place] = deal(name, []);
      found = find(strcmp({robot.Frames.Name}, name));
      if ! isempty(found)
        body = robot.Frames(found).Body;
        place = frameOnBody(robot, name);
      end
    end

    % The transform from a frame of a body to the body.
    function T = frameOnBody(robot, name)
      T = eye(4);
      found = find(strcmp({robot.Frames.Name}, name));
      while ! isempty(found)
        T = robot.Frames(found).Transform * T;
        found = find(strcmp({robot.Frames.Name}, robot.Frames(found).Parent));
      end
    end

    function T = transformOfFrames(robot, q, source, target)
      [source, from] = bodyOfFrame(robot, source);
      [target, to] = bodyOfFrame(robot, target);
      T = condyle("get_transform", robot, source, q, target);
      if ! isempty(from)
        T = multiplyPages(T, from);
      end
      if ! isempty(to)
        T = multiplyPages(inv(to), T);
      end
    end

    % Takes the frames of some bodies of another robot.
    function takeFrames(robot, other, bodies)
      taken = other.Frames(ismember({other.Frames.Body}, bodies));
      for i = 1:numel(taken) # joined, lists without members would lose their fields
        robot.Frames(end + 1) = taken(i);
      end
    end

    % Fails where a frame of a body has the name of a frame of the robot.
    function needNewFrames(robot, body)
      own = body.Owner.Frames;
      own = {own(strcmp({own.Body}, body.Key)).Name};
      twice = intersect([own, {body.Key}], [{robot.Frames.Name}, condyle("body_names", robot.h)]);
      if ! isempty(own) && ! isempty(twice)
        error("condyle:argument", "addBody: the robot has a frame '%s' already", twice{1});
      end
    end

    % robot.Bodies{i}.Mass = m ends with an assignment of the same bodies to Bodies: only the robot's own bodies, all of
    % NAMES, are accepted.
    function requireSame(robot, bodies, names)
      same = iscell(bodies) && all(cellfun(@(body) isa(body, "rigidBody") && isequal(body.Owner.h, robot.h), ...
                                           bodies)) && ...
             isequal(sort(cellfun(@(body) body.Key, bodies, "UniformOutput", false)(:)), sort(names)(:));
      if ! same
        error("condyle:argument", "Bodies and Base are read-only: use addBody, removeBody and replaceBody");
      end
    end
  end
end

% Names in quotes, as a line of the display of a robot shows them.
function text = inQuotes(names)
  text = strjoin(cellfun(@(name) ["'" name "'"], names, "UniformOutput", false), "  ");
end
