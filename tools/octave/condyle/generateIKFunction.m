function varargout = generateIKFunction(solver = [], varargin)
  % GENERATEIKFUNCTION  Write a function that solves the inverse kinematics of a kinematic group.
  %
  %   ikFunction = generateIKFunction(solver,name)
  %
  %   solver is an analyticalInverseKinematics; NAME.m is written, the whole robot in it, and a handle returned:
  %
  %   q = ikFunction(pose)
  %   q = ikFunction(pose,enforceJointLimits)                                     true by default
  %   q = ikFunction(pose,enforceJointLimits,sortByDistance,referenceConfig)      false by default
  %
  %   q has a row for each solution; pose is that of the group's end effector in the group's base.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> folder = tempname();
  %     >> mkdir(folder);
  %     >> addpath(folder);
  %     >> solve_ur5e = generateIKFunction(analyticalInverseKinematics(robot),fullfile(folder,"solveUr5e"));
  %     >> q = solve_ur5e(getTransform(robot,[0.5 -1.2 1.4 0.3 0.6 0.1],"tool0"),false);
  %     >> size(q)
  %     ans =
  %
  %        8   6
  %
  %   See also analyticalInverseKinematics, writeAsFunction.
  if ! isa(solver, "analyticalInverseKinematics")
    error("condyle:argument", "generateIKFunction: expected an analyticalInverseKinematics, not %s", class(solver));
  end
  [varargout{1:max(nargout, 1)}] = solver.generateIKFunction(varargin{:});
end
