classdef capsuleApproximation < handle
  % CAPSULEAPPROXIMATION  A robot whose shapes for collisions are capsules around them.
  %
  %   approximation = capsuleApproximation(robot)
  %   [capsules,info] = getCapsules(approximation,body)   of a body, by its name: a cell array of collisionCapsule
  %   objects,
  %                              whose poses are in the body's frame; info{k}.Residual is how deep inside the capsule
  %                              each point of the shape lies, m, [] of capsules that were added or changed
  %   addCapsule(approximation,body,[radius length],T)    another one, T from the capsule's frame to the body's
  %   updateGeometry(approximation,body,[radius length],k)   of the capsule k, 1 by default
  %   updatePose(approximation,body,T,k)
  %   removeCapsule(approximation,body,k)                 the last one by default
  %   axes = show(approximation,q,Name,Value)             as show of a robot, with its shapes for collisions; q is the
  %   home
  %                                                       configuration by default
  %
  %   RigidBodyTree   the robot with the capsules: a copy, robot stays as it is
  %
  %   Each shape of Collisions, of the base too, gets a capsule: of the principal axes of its points, and of its
  %   frame's, the one that gives the least volume.
  %
  %   Example:
  %     >> approximation = capsuleApproximation(loadrobot("universalUR5e",DataFormat="row"));
  %     >> capsules = getCapsules(approximation,"forearm_link");
  %     >> class(capsules{1})
  %     ans = collisionCapsule
  %     >> addCapsule(approximation,"tool0",[0.05 0.1],trvec2tform([0 0 0.05]))
  %     >> numel(getBody(approximation.RigidBodyTree,"tool0").Collisions)
  %     ans = 1
  %
  %   See also collisionCapsule, checkCollision, addCollision.
  properties (SetAccess = private)
    RigidBodyTree
  end
  properties (Hidden)
    Names
    Capsules
    Infos
  end
  methods
    function approximation = capsuleApproximation(robot)
      needArguments(nargin, 1, "capsuleApproximation(robot)");
      robot = copy(asRigidBodyTree(robot, "capsuleApproximation", "a rigidBodyTree"));
      approximation.RigidBodyTree = robot;
      approximation.Names = [robot.BodyNames, {robot.BaseName}];
      for i = 1:numel(approximation.Names)
        [capsules, infos] = deal(cell(1, 0));
        for shape = condyle("body", robot.h, approximation.Names{i}, "collisions")
          [capsules{end + 1}, infos{end + 1}] = capsuleAround(shapeSurface(shape{1}, robot.File));
          capsules{end}.Pose = shape{1}.Transform * capsules{end}.Pose;
        end
        [approximation.Capsules{i}, approximation.Infos{i}] = deal(capsules, infos);
        write(approximation, i);
      end
    end
    function [capsules, info] = getCapsules(approximation, body)
      needArguments(nargin, 2, "getCapsules(approximation,body)");
      i = bodyOf(approximation, "getCapsules", body);
      capsules = cellfun(@copy, approximation.Capsules{i}, "UniformOutput", false);
      info = approximation.Infos{i};
    end
    function addCapsule(approximation, body, sizes, T = eye(4))
      needArguments(nargin, 3, "addCapsule(approximation,body,[radius length],T)");
      i = bodyOf(approximation, "addCapsule", body);
      sizes = twoSizes("addCapsule", sizes);
      approximation.Capsules{i}{end + 1} = collisionCapsule(sizes(1), sizes(2), "Pose", T);
      approximation.Infos{i}{end + 1} = struct("Residual", []);
      write(approximation, i);
    end
    function updateGeometry(approximation, body, sizes, k = 1)
      needArguments(nargin, 3, "updateGeometry(approximation,body,[radius length])");
      i = capsuleOf(approximation, "updateGeometry", body, k);
      sizes = twoSizes("updateGeometry", sizes);
      approximation.Capsules{i}{k} = collisionCapsule(sizes(1), sizes(2), "Pose", approximation.Capsules{i}{k}.Pose);
      approximation.Infos{i}{k}.Residual = [];
      write(approximation, i);
    end
    function updatePose(approximation, body, T, k = 1)
      needArguments(nargin, 3, "updatePose(approximation,body,T)");
      i = capsuleOf(approximation, "updatePose", body, k);
      approximation.Capsules{i}{k}.Pose = T;
      approximation.Infos{i}{k}.Residual = [];
      write(approximation, i);
    end
    function removeCapsule(approximation, body, k = [])
      needArguments(nargin, 2, "removeCapsule(approximation,body)");
      if isempty(k)
        k = numel(approximation.Capsules{bodyOf(approximation, "removeCapsule", body)});
      end
      i = capsuleOf(approximation, "removeCapsule", body, k);
      approximation.Capsules{i}(k) = [];
      approximation.Infos{i}(k) = [];
      write(approximation, i);
    end
    function varargout = show(approximation, varargin)
      given = asPairs(varargin);
      if isempty(given) || ischar(given{1})
        given = [{homeConfiguration(approximation.RigidBodyTree)}, given];
      end
      [varargout{1:nargout}] = show(approximation.RigidBodyTree, given{:}, "Collisions", "on");
    end
  end
  methods (Hidden)
    % The number of a body.
    function i = bodyOf(approximation, caller, body)
      i = find(strcmp(approximation.Names, needName(caller, body)));
      if isempty(i)
        error("condyle:argument", "%s: there is no body '%s'", caller, body);
      end
    end
    % The number of a body that has a capsule k.
    function i = capsuleOf(approximation, caller, body, k)
      i = bodyOf(approximation, caller, body);
      count = numel(approximation.Capsules{i});
      if ! isnumeric(k) || ! isscalar(k) || ! any(k == 1:count)
        error("condyle:argument", "%s: expected the number of a capsule of '%s', which has %d", caller, body, count);
      end
    end
    % Gives a body of the robot its capsules.
    function write(approximation, i)
      robot = approximation.RigidBodyTree;
      if i == numel(approximation.Names)
        body = robot.Base;
      else
        body = getBody(robot, approximation.Names{i});
      end
      clearCollision(body);
      for capsule = approximation.Capsules{i}
        addCollision(body, capsule{1});
      end
    end
  end
end

function sizes = twoSizes(caller, sizes)
  if ! isnumeric(sizes) || ! isreal(sizes) || numel(sizes) != 2
    error("condyle:argument", "%s: expected [radius length]", caller);
  end
end
