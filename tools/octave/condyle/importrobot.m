function [robot, info] = importrobot(source, varargin)
  % IMPORTROBOT  Load a robot from a URDF or xacro file, or from URDF text.
  %
  %   robot = importrobot(file)
  %   robot = importrobot(text)                       text begins with "<"
  %   robot = importrobot(...,Name=Value,...)         or "Name",Value
  %
  %   DataFormat        "struct" (default), "row" or "column"
  %   Gravity           [x y z] in the base frame, m/s2; [0 0 0] by default
  %   FloatingBase      true: the base moves freely
  %   MimicIndependent  true: joints that mimic others have a degree of freedom of their own
  %   Strict            true: a robot with warnings is refused
  %   Arguments         of a xacro file, a struct: struct("ur_type","ur5e")
  %   Packages          folders of packages for xacro files, a cell array of FOLDER or "NAME=FOLDER"
  %   MaxNumBodies, MeshPath   accepted without effect; meshes are searched around the file
  %
  %   A fault in the file is an error condyle:robot with file and line; an oddity is a warning condyle:robotFile.  Of
  %   each kind of oddity, whose name ends the warning, one is shown with the number of the others; all of them are in
  %   info.Warnings of [robot,info] = importrobot(...).
  %
  %   Example:
  %     >> robot = importrobot('<robot name="one"><link name="base"/></robot>');
  %     >> robot.BaseName
  %     ans = base
  %
  %   See also loadrobot, exportrobot.
  needArguments(nargin, 1, "importrobot(file)");
  defaults = struct("DataFormat", "struct", "Gravity", [0 0 0], "FloatingBase", false, "MimicIndependent", false, ...
                    "Strict", false, "Arguments", struct(), "Packages", {{}}, "MaxNumBodies", [], "MeshPath", "", ...
                    "SourceType", "");
  options = readOptions("importrobot", asPairs(varargin), defaults);
  if ~ischar(source) || isempty(source)
    error("condyle:argument", "importrobot: expected the name of a file, or URDF text");
  end
  kind = "file";
  if regexp(source, '^\s*<', "once")
    kind = "text";
  end
  [robot, warnings] = openRobot(source, kind, options);
  showWarnings(warnings);
  info = struct("FilePath", robot.File, "Name", robot.Name, "Warnings", {warnings});
end
