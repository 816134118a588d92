function [robot, info] = importrobot(source, varargin)
  % IMPORTROBOT  Load a robot from a file of URDF, xacro, SDF, MJCF or USD, or from text.
  %
  %   robot = importrobot(file)
  %   robot = importrobot(text)                       text begins with "<" or "#usda"
  %   robot = importrobot(...,"urdf")                 the kind of text or file: "urdf", "xacro", "sdf", "mjcf" or "usd";
  %                                                   what it says itself counts
  %   robot = importrobot(...,Name=Value,...)         or "Name",Value
  %
  %   DataFormat        "struct" (default), "row" or "column"
  %   Gravity           [x y z] in the base frame, m/s2; [0 0 0] by default
  %   FloatingBase      true: the base moves freely
  %   MimicIndependent  true (default, as MATLAB has it): joints that mimic others have a degree of freedom of their own
  %   Strict            true: a robot with warnings is refused
  %   Model             of SDF and USD: the name of the model in a file with several, or of the articulation
  %   Format            "urdf" (xacro too), "mjcf", "sdf" or "usd": what the file or text must be; a kind as above is
  %                     taken as said by scripts for MATLAB, and not looked at
  %   Arguments         of a xacro file, a struct: struct("ur_type","ur5e")
  %   Packages          folders of packages for xacro files, a cell array of FOLDER or "NAME=FOLDER"
  %   MaxNumBodies, MeshPath, CollisionDecomposition   accepted without effect; meshes are searched around the file
  %
  %   A file that is not in the current folder is searched in Octave's path, and then among the bundled robots by its
  %   name: "iiwa14.urdf" is the robot of loadrobot("kukaIiwa14").  Where there is no file of a name with backslashes,
  %   they count as slashes.
  %
  %   A fault in the file is an error condyle:robot with file and line; an oddity is a warning condyle:robotFile.  Of
  %   each kind of oddity, whose name ends the warning, one is shown with the number of the others; all of them are in
  %   info.Warnings of [robot,info] = importrobot(...), a rigidBodyTreeImportInfo.
  %
  %   Example:
  %     >> robot = importrobot('<robot name="one"><link name="base"/></robot>');
  %     >> robot.BaseName
  %     ans = base
  %
  %   See also loadrobot, exportrobot.
  needArguments(nargin, 1, "importrobot(file)");
  defaults = struct("DataFormat", "struct", "Gravity", [0 0 0], "FloatingBase", false, "MimicIndependent", true, ...
                    "Strict", false, "Model", "", "Format", "", "Arguments", struct(), "Packages", {{}}, ...
                      "MaxNumBodies", [], ...
                    "MeshPath", "", "SourceType", "", "CollisionDecomposition", false);
  varargin = asPairs(varargin);
  if mod(numel(varargin), 2) == 1 && ischar(varargin{1})
    varargin = [{"SourceType"}, varargin];
  end
  options = readOptions("importrobot", varargin, defaults);
  kinds = {"urdf", "xacro", "sdf", "mjcf", "usd"};
  if ! isempty(options.SourceType) && ! any(strcmpi(options.SourceType, kinds))
    error("condyle:unsupported", "importrobot: expected one of %s as the kind of file, not ""%s""", ...
          strjoin(kinds, ", "), ...
          options.SourceType);
  end
  if ~ischar(source) || isempty(source)
    error("condyle:argument", "importrobot: expected the name of a file, or URDF text");
  end
  kind = "file";
  if regexp(source, '^(\s*<|#usda)', "once")
    kind = "text";
  end
  if strcmp(kind, "file")
    [source, kind] = findFile(source);
  end
  [robot, warnings] = openRobot(source, kind, options);
  showWarnings(warnings);
  info = rigidBodyTreeImportInfo(robot, warnings);
end

% Finds a robot's file as MATLAB does: beside the scripts, in the path, among its own robots.
function [source, kind] = findFile(source)
  kind = "file";
  if exist(source, "file") != 2 && any(source == '\') && exist(strrep(source, '\', "/"), "file") == 2
    source = strrep(source, '\', "/");
  end
  if exist(source, "file") == 2 || any(source == "/" | source == filesep())
    return;
  end
  in_path = file_in_loadpath(source);
  [~, stem, extension] = fileparts(source);
  [name, found] = bundledName(stem);
  if ! isempty(in_path)
    source = in_path;
  elseif found && any(strcmpi(extension, {".urdf", ".xacro", ".sdf"}))
    [source, kind] = deal(name, "name");
  end
end
