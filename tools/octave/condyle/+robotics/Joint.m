function object = Joint(varargin)
  % ROBOTICS.JOINT  The name that rigidBodyJoint had before MATLAB's release R2019b.
  %
  %   object = robotics.Joint(...)
  %
  %   See rigidBodyJoint for the arguments.  The object is of the class rigidBodyJoint.
  object = rigidBodyJoint(varargin{:});
end
