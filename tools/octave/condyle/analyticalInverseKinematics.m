classdef analyticalInverseKinematics < handle
  % ANALYTICALINVERSEKINEMATICS  The configurations that bring a body to a pose.
  %
  %   solver = analyticalInverseKinematics(robot)
  %   q = solve(solver,pose)
  %   q = solve(solver,pose,enforceJointLimits,sortByDistance,referenceConfig)
  %   groups = showdetails(solver)                 the groups of six joints that can be solved, shown and as structs
  %   with
  %                                                KinematicGroup and Type
  %   ikFunction = generateIKFunction(solver,name)
  %
  %   q has a row for each solution, the positions of the joints of the group.  Six joints that turn are solved in
  %   closed form, each solution to 1e-12: these are all, but of general axes some may be missing near singular poses
  %   and at right angles.  Groups with joints that slide are solved by searches from the reference and from random
  %   configurations that give the same result each time.
  %
  %   Properties: RigidBodyTree; KinematicGroup, a struct with BaseName and EndEffectorBodyName, by default from the
  %   base to the last body with six joints in between; KinematicGroupType, "RRRSSS" where the last three axes meet, a
  %   letter a joint; KinematicGroupConfigIdx, where the joints of the group are in a configuration of the robot;
  %   IsValidGroupForIK, whether the group has six joints that turn or slide.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> solver = analyticalInverseKinematics(robot);
  %     >> q = solve(solver,getTransform(robot,[0.5 -1.2 1.4 0.3 0.6 0.1],"tool0"),false);
  %     >> size(q)
  %     ans =
  %
  %        8   6
  %
  %     >> solver.KinematicGroup
  %     ans =
  %
  %       scalar structure containing the fields:
  %
  %         BaseName = base_link
  %         EndEffectorBodyName = tool0
  %
  %   See also generateIKFunction, inverseKinematics, generalizedInverseKinematics.
  properties
    RigidBodyTree
    KinematicGroup
  end
  properties (Dependent)
    KinematicGroupType
    KinematicGroupConfigIdx
    IsValidGroupForIK
  end
  methods
    function solver = analyticalInverseKinematics(robot, varargin)
      needArguments(nargin, 1, "analyticalInverseKinematics(robot)");
      robot = asRigidBodyTree(robot, "analyticalInverseKinematics", "a rigidBodyTree");
      options = readOptions("analyticalInverseKinematics", asPairs(varargin), struct("KinematicGroup", []));
      solver.RigidBodyTree = copy(robot);
      solver.RigidBodyTree.DataFormat = "row";
      if isempty(options.KinematicGroup)
        options.KinematicGroup = struct("BaseName", robot.BaseName, "EndEffectorBodyName", lastOfGroup(solver));
      end
      solver.KinematicGroup = options.KinematicGroup;
    end
    function set.KinematicGroup(solver, group)
      if ! isstruct(group) || ! all(isfield(group, {"BaseName", "EndEffectorBodyName"}))
        error("condyle:argument", "KinematicGroup: expected a struct with BaseName and EndEffectorBodyName");
      end
      group = struct("BaseName", group.BaseName, "EndEffectorBodyName", group.EndEffectorBodyName);
      joints = jointsBetween(solver, group.BaseName, group.EndEffectorBodyName);
      if isempty(joints)
        error("condyle:argument", "KinematicGroup: no joint moves between '%s' and '%s'", group.BaseName, ...
              group.EndEffectorBodyName);
      end
      solver.KinematicGroup = group;
    end
    function places = get.KinematicGroupConfigIdx(solver)
      places = jointsBetween(solver, solver.KinematicGroup.BaseName, solver.KinematicGroup.EndEffectorBodyName);
    end
    function type = get.KinematicGroupType(solver)
      type = typeOf(solver, solver.KinematicGroup);
    end
    function valid = get.IsValidGroupForIK(solver)
      valid = numel(solver.KinematicGroupConfigIdx) == 6;
    end
    function set.KinematicGroupConfigIdx(solver, value)
      readOnly("KinematicGroupConfigIdx", "it follows from KinematicGroup");
    end
    function set.KinematicGroupType(solver, value)
      readOnly("KinematicGroupType", "it follows from KinematicGroup");
    end
    function set.IsValidGroupForIK(solver, value)
      readOnly("IsValidGroupForIK", "it follows from KinematicGroup");
    end
    function q = solve(solver, pose, enforce, sorted, reference)
      needArguments(nargin, 2, "solve(solver,pose)");
      enforce = nargin < 3 || isTrue(enforce, "enforceJointLimits");
      robot = solver.RigidBodyTree;
      places = solver.KinematicGroupConfigIdx;
      if numel(places) != 6
        error("condyle:argument", "the group has %d joints; all solutions exist for 6: choose another KinematicGroup", ...
              numel(places));
      end
      joints = condyle("limits", robot.h).joint(places);
      robot = standingBefore(robot, solver.KinematicGroup.BaseName);
      [~, places] = ismember(joints, condyle("limits", robot.h).joint);
      start = homeConfiguration(robot);
      if nargin > 4 && ! isempty(reference)
        reference = needNumbers("referenceConfig", reference, 6, -Inf);
        start(places) = reference;
      end
      base = condyle("get_transform", robot, solver.KinematicGroup.BaseName, start);
      target = base * needPages("solve", "a pose", pose, 4);
      found = condyle("inverse_kinematics_all", robot.h, solver.KinematicGroup.EndEffectorBodyName, target, start, ...
                      ones(1, 6), 1e-8, 1e-8, 200, 300, 0, ! enforce, 128);
      q = found(:, places);
      if ! enforce
        q = wrapToPi(q);
      end
      q = distinct(q);
      if nargin < 4 || ! isTrue(sorted, "sortByDistance")
        q = q(orderOf(q), :);
      end
    end
    function varargout = showdetails(solver)
      printf("--------------------\nRobot: (%d bodies)\n\nIndex  Base Name  EE Body Name  Type\n", ...
             solver.RigidBodyTree.NumBodies);
      names = [{solver.RigidBodyTree.BaseName}, solver.RigidBodyTree.BodyNames];
      found = struct("KinematicGroup", {}, "Type", {});
      for ends = groupsOfSix(solver.RigidBodyTree, names)
        group = struct("BaseName", names{ends(1)}, "EndEffectorBodyName", names{ends(2)});
        found(end + 1) = struct("KinematicGroup", group, "Type", typeOf(solver, group));
        printf("%5d  %s  %s  %s\n", numel(found), names{ends}, found(end).Type);
      end
      [varargout{1:nargout}] = found;
    end
    function ikFunction = generateIKFunction(solver, file)
      needArguments(nargin, 2, "generateIKFunction(solver,name)");
      [folder, name, extension] = fileparts(file);
      if ! ischar(file) || ! isvarname(name) || ! any(strcmp(extension, {"", ".m"}))
        error("condyle:argument", "generateIKFunction: '%s' is no name of a function", file);
      end
      group = solver.KinematicGroup;
      quoted = @(text) ["'" strrep(text, "'", "''") "'"];
      text = [sprintf("%% All solutions of the inverse kinematics from %s to %s, a row each.\n", group.BaseName, ...
                      group.EndEffectorBodyName), ...
              sprintf("%% Written by generateIKFunction of the package condyle %s, which it needs.\n", ...
                      condyle("version")), ...
              sprintf("function q = %s(pose, varargin)\n  persistent solver\n  if isempty(solver)\n", name), ...
              sprintf("    group = struct(\"BaseName\", %s, \"EndEffectorBodyName\", %s);\n", ...
                      quoted(group.BaseName), ...
                      quoted(group.EndEffectorBodyName)), ...
              sprintf("    solver = analyticalInverseKinematics(robot_of_%s(\"row\"), \"KinematicGroup\", group);\n  end\n", ...
                      name), ...
              "  q = solve(solver, pose, varargin{:});\nend\n\n", makerText(solver.RigidBodyTree, ["robot_of_" name])];
      path = fullfile(folder, [name ".m"]);
      if exist(path, "file") && isempty(strfind(fileread(path), "Written by generateIKFunction"))
        error("condyle:io", "generateIKFunction: %s exists and is not a function of this kind: choose another name", ...
              path);
      end
      out = fopen(path, "w");
      if out < 0
        error("condyle:io", "generateIKFunction: %s cannot be written", path);
      end
      fputs(out, text);
      fclose(out);
      clear(name);
      rehash();
      ikFunction = str2func(name);
    end
    function name = lastOfGroup(solver)
      % The last body with six joints between it and the base; the last body where there is none.
      names = solver.RigidBodyTree.BodyNames;
      counts = cellfun(@(name) numel(jointsBetween(solver, solver.RigidBodyTree.BaseName, name)), names);
      found = find(counts == 6, 1, "last");
      if isempty(found)
        found = numel(names);
      end
      name = names{found};
    end
    function places = jointsBetween(solver, base, body)
      % Where the joints between two bodies are in a configuration; [] where the one is not behind the other.
      robot = solver.RigidBodyTree;
      places = [];
      name = body;
      while ! strcmp(name, base)
        if isempty(name)
          places = [];
          return;
        end
        joint = find(strcmp(condyle("limits", robot.h).joint, condyle("joint", robot.h, name, "name")));
        places = [joint(:)', places];
        name = condyle("body", robot.h, name, "parent");
      end
    end
    function type = typeOf(solver, group)
      % A letter for each joint: R or P; S for the last three where their axes meet in a point.
      robot = solver.RigidBodyTree;
      type = "";
      axes = zeros(6, 0);
      name = group.EndEffectorBodyName;
      while ! strcmp(name, group.BaseName)
        joint = condyle("joint", robot.h, name, "type");
        if ! strcmp(joint, "fixed")
          type = [{"R", "P"}{1 + strcmp(joint, "prismatic")}, type];
          T = condyle("get_transform", robot, name, homeConfiguration(robot)) * ...
              inv(condyle("joint", robot.h, name, "child"));
          axes = [[T(1:3, 1:3) * condyle("joint", robot.h, name, "axis")(:); T(1:3, 4)], axes];
        end
        name = condyle("body", robot.h, name, "parent");
      end
      if numel(type) >= 3 && strcmp(type(end - 2:end), "RRR") && meet(axes(:, end - 2:end))
        type(end - 2:end) = "SSS";
      end
    end
  end
end

% Between which bodies six joints move: the numbers of their names, a column [base; end] each, in order.
function groups = groupsOfSix(robot, names)
  joints = condyle("limits", robot.h).joint;
  [parents, moving] = deal(zeros(1, numel(names)));
  for k = 2:numel(names)
    parents(k) = find(strcmp(names, condyle("body", robot.h, names{k}, "parent")));
    moving(k) = sum(strcmp(joints, condyle("joint", robot.h, names{k}, "name")));
  end
  groups = zeros(0, 2);
  for k = 2:numel(names)
    between = 0;
    body = k;
    while body > 1 && between <= 6
      between += moving(body);
      body = parents(body);
      if between == 6
        groups(end + 1, :) = [body, k];
      end
    end
  end
  groups = sortrows(groups)';
end

% The robot, or where joints move between its base and a body, a copy in which these stand still: they do not belong to
% the group, and the search would move them too.
function robot = standingBefore(robot, body)
  own = robot;
  while ! strcmp(body, robot.BaseName)
    if ! strcmp(condyle("joint", robot.h, body, "type"), "fixed")
      if robot == own
        robot = copy(robot);
      end
      old = getBody(robot, body).Joint;
      standing = rigidBodyJoint(old.Name, "fixed");
      setFixedTransform(standing, old.JointToParentTransform);
      replaceJoint(robot, body, standing);
    end
    body = condyle("body", robot.h, body, "parent");
  end
end

% Tells whether axes, columns [direction; point], meet in one point: the least squares of distances to the lines.
function yes = meet(axes)
  H = zeros(3);
  b = zeros(3, 1);
  for axis = axes
    P = eye(3) - axis(1:3) * axis(1:3)';
    H += P;
    b += P * axis(4:6);
  end
  yes = false;
  if rcond(H) > 1e-9
    point = H \ b;
    yes = all(arrayfun(@(k) norm(cross(axes(1:3, k), point - axes(4:6, k))), 1:columns(axes)) < 1e-6);
  end
end

% Rows that differ from the rows above, turns left out.
function q = distinct(q)
  keep = true(rows(q), 1);
  for i = 2:rows(q)
    keep(i) = ! any(all(abs(wrapToPi(q(1:i - 1, :) - q(i, :))) < 1e-6, 2) & keep(1:i - 1));
  end
  q = q(keep, :);
end

% The order of rows by their first numbers, so that it does not depend on rounding.
function order = orderOf(q)
  [~, order] = sortrows(round(q * 1e6));
end
