function object = JointPositionBounds(varargin)
  % ROBOTICS.JOINTPOSITIONBOUNDS  The name that constraintJointBounds had before MATLAB's release R2019b.
  %
  %   object = robotics.JointPositionBounds(...)
  %
  %   See constraintJointBounds for the arguments.  The object is of the class constraintJointBounds.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> bounds = robotics.JointPositionBounds(robot);
  %     >> size(bounds.Bounds)
  %     ans =
  %
  %        6   2
  object = constraintJointBounds(varargin{:});
end
