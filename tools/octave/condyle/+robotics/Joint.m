function object = Joint(varargin)
  % ROBOTICS.JOINT  The name that rigidBodyJoint had before MATLAB's release R2019b.
  %
  %   object = robotics.Joint(...)
  %
  %   See rigidBodyJoint for the arguments.  The object is of the class rigidBodyJoint.
  %
  %   Example:
  %     >> joint = robotics.Joint("shoulder","revolute");
  %     >> joint.JointAxis
  %     ans =
  %
  %        0   0   1
  object = rigidBodyJoint(varargin{:});
end
