function stored = storedRobot(robot, key)
  % STOREDROBOT  A robot in the form in which save writes it to a file and load reads it.
  %
  %   stored = storedRobot(robot)   its URDF text, with gravity, data format and home positions
  %   stored = storedRobot(name)    the name of a bundled robot
  %
  %   Octave cannot save objects of classes made by classdef, rigidBodyTree among them.  A stored robot becomes a
  %   rigidBodyTree when it is first used: by a function, a method, or one of its properties.  Payloads and
  %   drives are not kept.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> stored = storedRobot(robot);
  %     >> file = [tempname() ".mat"];
  %     >> save("-binary",file,"stored");
  %     >> load(file,"stored");
  %     >> delete(file);
  %     >> homeConfiguration(stored)
  %     ans =
  %        0   0   0   0   0   0
  %
  %     >> class(stored)
  %     ans = rigidBodyTree
  content = struct("Source", "", "Kind", "name", "Gravity", [0 0 0], "DataFormat", "struct", "Home", {{}}, "Child", ...
                   {{}}, ...
                   "MimicIndependent", true);
  if nargin >= 1 && ischar(robot) # no argument: load makes an object, and sets its content then
    content.Source = robot;
  elseif nargin >= 1 && isa(robot, "storedRobot")
    stored = robot;
    return;
  elseif nargin >= 1 && isa(robot, "rigidBodyTree")
    content = storedContent(robot);
  elseif nargin >= 1
    error("condyle:argument", "storedRobot: expected a rigidBodyTree, or the name of a bundled robot, not %s", ...
          class(robot));
  end
  if nargin < 2
    key = tic(); # a number that no other robot has; a file that a build makes has the same ones each time
  end
  content.Key = key; # copies of the variable have the same key
  stored = class(content, "storedRobot");
end
