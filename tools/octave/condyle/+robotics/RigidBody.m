function object = RigidBody(varargin)
  % ROBOTICS.RIGIDBODY  The name that rigidBody had before MATLAB's release R2019b.
  %
  %   object = robotics.RigidBody(...)
  %
  %   See rigidBody for the arguments.  The object is of the class rigidBody.
  %
  %   Example:
  %     >> body = robotics.RigidBody("link");
  %     >> body.Mass
  %     ans = 1
  object = rigidBody(varargin{:});
end
