classdef rigidBodyTreeImportInfo < handle
  % RIGIDBODYTREEIMPORTINFO  What importrobot has to say of a robot: the second of its results.
  %
  %   [robot,info] = importrobot(file)
  %   list = bodyInfo(info,bodyName)            of the body; a cell array of all whose names have this part, where none
  %                                             has the name itself
  %   list = bodyInfoFromJoint(info,jointName)
  %   showdetails(info)
  %
  %   A body's info is a struct with BodyName and JointName; BodyBlocks and JointBlocks are empty, since robots come
  %   from files here and not from blocks of Simscape.
  %
  %   Properties: RigidBodyTree; SourceModelName, the robot's name in the file; FilePath, empty for text; Warnings, the
  %   file's oddities, a cell array of texts; BlockConversionInfo, a struct of empty lists.
  %
  %   Example:
  %     >> [robot,info] = importrobot('<robot name="one"><link name="base"/></robot>');
  %     >> info.SourceModelName
  %     ans = one
  %
  %   See also importrobot, showdetails.
  properties
    SourceModelName = "";
    RigidBodyTree = [];
    FilePath = "";
    Warnings = {};
    BlockConversionInfo = struct("AddedBlocks", struct("ImplicitJoints", {{}}), ...
                                 "ConvertedBlocks", struct("Joints", {{}}, "JointSourceType", {{}}), ...
                                 "RemovedBlocks", ...
                                     struct("ChainClosureJoints", {{}}, "SMConstraints", {{}}, "VariableInertias", ...
                                            {{}}));
  end
  properties (Dependent)
    Name
  end
  methods
    function info = rigidBodyTreeImportInfo(robot, warnings)
      if nargin > 0
        info.RigidBodyTree = asRigidBodyTree(robot, "rigidBodyTreeImportInfo", "a rigidBodyTree");
        info.SourceModelName = robot.Name;
        info.FilePath = robot.File;
        info.Warnings = warnings;
      end
    end
    function name = get.Name(info)
      name = info.SourceModelName;
    end
    function set.Name(info, name)
      readOnly("Name", "it is the one in the robot's file");
    end
    function list = bodyInfo(info, name)
      needArguments(nargin, 2, "bodyInfo(info,bodyName)");
      list = chosen(info, needName("bodyInfo", name), "BodyName");
    end
    function list = bodyInfoFromJoint(info, name)
      needArguments(nargin, 2, "bodyInfoFromJoint(info,jointName)");
      list = chosen(info, needName("bodyInfoFromJoint", name), "JointName");
    end
    function list = bodyInfoFromBlocks(info, name)
      needArguments(nargin, 2, "bodyInfoFromBlocks(info,blockName)");
      list = {}; # there are no blocks
    end
    function showdetails(info)
      if ! isempty(info.RigidBodyTree)
        showdetails(info.RigidBodyTree);
      end
    end
  end
  methods (Hidden)
    % The infos of the bodies with a name, or with a part of it.
    function list = chosen(info, name, field)
      all = {};
      if ! isempty(info.RigidBodyTree)
        all = cellfun(@infoOf, info.RigidBodyTree.Bodies, "UniformOutput", false);
      end
      names = cellfun(@(one) one.(field), all, "UniformOutput", false);
      same = strcmp(names, name);
      if any(same)
        list = all{find(same, 1)};
        return;
      end
      list = all(! cellfun(@isempty, strfind(names, name)));
      if isempty(list)
        error("condyle:argument", "rigidBodyTreeImportInfo: there is no %s with '%s'", field, name);
      end
    end
  end
end

function one = infoOf(body)
  one = struct("BodyName", body.Name, "JointName", body.Joint.Name, "BodyBlocks", {{}}, "JointBlocks", {{}});
end
