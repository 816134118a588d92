function [robot, info] = loadrobot(name, varargin)
  % LOADROBOT  Load a bundled robot.
  %
  %   robot = loadrobot(name)
  %   robot = loadrobot(name,Name=Value,...)
  %   robot = loadrobot(name,"Name",Value,...)
  %   [robot,info] = loadrobot(...)
  %
  %   name is "kukaIiwa14", "universalUR5e" ..., in upper or lower case: condyle("robots") lists all.  A robot whose
  %   maker publishes no masses has kinematics alone; a warning condyle:robotFile says so.
  %
  %   DataFormat        "struct" (default), "row" or "column"
  %   Gravity           [x y z] in the base frame, m/s2; [0 0 0] by default
  %   FloatingBase      true: the base moves freely
  %   MimicIndependent  true (default, as MATLAB has it): joints that mimic others have a degree of freedom of their
  %   own,
  %                     so that the Panda has 9; false: they follow, and the Panda has 8 as in the C library
  %   Strict            true: a robot with warnings is refused
  %   Version           accepted and without effect: there is one version of each robot
  %
  %   info has RobotName, FilePath, Source (where the numbers are from: the robot's file), Version and Warnings, the
  %   oddities of the robot's file.
  %
  %   In Octave, Name=Value in a call is an assignment, which also sets a variable of this name.  In an anonymous
  %   function Octave's parser refuses it: write "Name",Value there.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> robot.NumBodies
  %     ans = 10
  %
  %   See also importrobot, rigidBodyTree.
  needArguments(nargin, 1, "loadrobot(name)");
  defaults = struct("DataFormat", "struct", "Gravity", [0 0 0], "Version", [], "FloatingBase", false, ...
                    "MimicIndependent", true, "Strict", false);
  options = readOptions("loadrobot", asPairs(varargin), defaults);
  [robot, warnings] = openRobot(bundledName(name), "name", options);
  showWarnings(warnings(! cellfun(@isempty, strfind(warnings, "[robot-weightless]"))));
  file = [bundledName(name) ".urdf"];
  info = struct("RobotName", name, "Name", robot.Name, "FilePath", file, "Source", ["named at the head of " file], ...
                "Version", "1.0", "Warnings", {warnings});
end
