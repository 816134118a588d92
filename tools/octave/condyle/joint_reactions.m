function varargout = joint_reactions(robot = [], varargin)
  % JOINT_REACTIONS  Loads of the bearings.
  %
  %   reactions = joint_reactions(robot,configuration,velocity,acceleration,fext)
  %
  %   A row [Tx Ty Tz Fx Fy Fz] for each moving joint (columns with DataFormat "column"): the moment and the force that
  %   the joint transmits to its body, about the origin of the body's frame and in its axes.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> size(joint_reactions(robot))
  %     ans =
  %        6   6
  %
  %   See also inverseDynamics.
  [robot, variable] = asObject(robot, inputname(1, false), "joint_reactions");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.joint_reactions(varargin{:});
end
