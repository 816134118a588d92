function object = InverseKinematics(varargin)
  % ROBOTICS.INVERSEKINEMATICS  The name that inverseKinematics had before MATLAB's release R2019b.
  %
  %   object = robotics.InverseKinematics(...)
  %
  %   See inverseKinematics for the arguments.  The object is of the class inverseKinematics.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> ik = robotics.InverseKinematics("RigidBodyTree",robot);
  %     >> q = [0 -1.5 1.5 0 0.5 0];
  %     >> [~,info] = ik("tool0",getTransform(robot,q,"tool0"),ones(1,6),q + 0.1);
  %     >> info.Status
  %     ans = success
  object = inverseKinematics(varargin{:});
end
