function varargout = writeAsFunction(robot = [], varargin)
  % WRITEASFUNCTION  Write a robot as a function: one that makes it, or code that computes its dynamics.
  %
  %   writeAsFunction(robot,filename)
  %   writeAsFunction(robot,filename,"Calls",{"id","fd","mass"})
  %   writeAsFunction(...,"Overwrite",true)
  %
  %   The first form writes NAME.m.  robot = NAME() or NAME(dataFormat) makes the robot anew, with names, gravity and
  %   home positions, and needs no other file; payloads and drives are not kept.
  %
  %   With "Calls" C code is generated for the robot: NAME.c and NAME.h, which need nothing else and serve a controller
  %   as well, NAME_test.c, which checks them, and NAME_mex.c, which Octave's mkoctfile compiles to a function:
  %
  %     NAME(q,qd,qdd)          the first of Calls
  %     NAME("fd",q,qd,tau)     any of them
  %
  %   Rows or columns of several states give the results of all, as elsewhere.  Gravity, drives and payloads are those
  %   that the robot has now.  NAME.m is the function's help text.
  %
  %   Calls        "id", "fd", "mass", "mass-inverse", "gravity", "coriolis", "derivatives" (of id),
  %                "fd-derivatives", "id-gradient", "fd-gradient"
  %   Wrenches     true: id, fd and their derivatives take a matrix of externalForce as another argument
  %   RoundAngles  rad: constant angles this close to quarter turns count as such; 0 by default
  %   MaxBytes     larger code is refused; 100000 by default
  %   Compile      false: write the files only
  %   Overwrite    true: also replace files that this function did not write
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> folder = tempname();
  %     >> mkdir(folder);
  %     >> addpath(folder);
  %     >> writeAsFunction(robot,fullfile(folder,"makeUr5e"));
  %     >> made = makeUr5e();
  %     >> norm(inverseDynamics(made) - inverseDynamics(robot)) < 1e-12
  %     ans = 1
  %     >> rmpath(folder);
  %     >> confirm_recursive_rmdir(false,"local");
  %     >> rmdir(folder,"s");
  %
  %   See also exportrobot, storedRobot, inverseDynamics.
  [robot, variable] = asObject(robot, inputname(1, false), "writeAsFunction");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.writeAsFunction(asPairs(varargin){:});
end
