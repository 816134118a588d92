function varargout = externalForce(robot = [], varargin)
  % EXTERNALFORCE  Matrix of the force that acts on a body.
  %
  %   fext = externalForce(robot,body,wrench)
  %   fext = externalForce(robot,body,wrench,configuration)
  %
  %   wrench is [Tx Ty Tz Fx Fy Fz] (N m, N): in the base frame, about the base's origin; with a configuration in the
  %   body's frame, about the body's origin.  fext is n-by-6 with DataFormat "row" and 6-by-n with "column".  Matrices
  %   of several wrenches are added.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> fext = externalForce(robot,"shoulder_link",[0 0 0 0.1 0 0]);
  %     >> fext(1,:)
  %     ans =
  %             0        0        0   0.1000        0        0
  %
  %   See also inverseDynamics, forwardDynamics.
  [robot, variable] = asObject(robot, inputname(1, false), "externalForce");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.externalForce(varargin{:});
end
