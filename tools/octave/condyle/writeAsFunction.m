function varargout = writeAsFunction(robot, varargin)
  % WRITEASFUNCTION  Generated code of a robot: not from Octave.
  %
  %   writeAsFunction(robot,...)
  %
  %   Fails with condyle:unsupported.  Functions of this package compute as fast as the C library; for a controller,
  %   "condyle generate" of the command line writes the dynamics of a robot as C.
  %
  %   Example:
  %     >> try
  %     ..   writeAsFunction(loadrobot("universalUR5e"))
  %     .. catch failure
  %     ..   disp(failure.identifier)
  %     .. end
  %     condyle:unsupported
  %
  %   See also inverseDynamics.
  [robot, variable] = asObject(robot, inputname(1, false), "writeAsFunction");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.writeAsFunction(varargin{:});
end
