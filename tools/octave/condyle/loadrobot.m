function [robot, info] = loadrobot(name, varargin)
  % LOADROBOT  Load a bundled robot.
  %
  %   robot = loadrobot(name)
  %   robot = loadrobot(name,Name=Value,...)
  %   robot = loadrobot(name,"Name",Value,...)
  %   [robot,info] = loadrobot(...)
  %
  %   name is "kukaIiwa14", "universalUR5e" ...: condyle("robots") lists all.
  %
  %   DataFormat        "struct" (default), "row" or "column"
  %   Gravity           [x y z] in the base frame, m/s2; [0 0 0] by default
  %   FloatingBase      true: the base moves freely
  %   MimicIndependent  true: joints that mimic others have a degree of freedom of their own
  %   Strict            true: a robot with warnings is refused
  %   Version           accepted and without effect: there is one version of each robot
  %
  %   info.Warnings lists oddities of the robot's file.
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
                    "MimicIndependent", false, "Strict", false);
  options = readOptions("loadrobot", asPairs(varargin), defaults);
  [robot, warnings] = openRobot(name, "name", options);
  info = struct("RobotName", name, "Name", robot.Name, "Warnings", {warnings});
end
