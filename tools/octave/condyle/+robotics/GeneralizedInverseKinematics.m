function object = GeneralizedInverseKinematics(varargin)
  % ROBOTICS.GENERALIZEDINVERSEKINEMATICS  The name that generalizedInverseKinematics had before MATLAB's release
  % R2019b.
  %
  %   object = robotics.GeneralizedInverseKinematics(...)
  %
  %   See generalizedInverseKinematics for the arguments.  The object is of the class generalizedInverseKinematics.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> gik = robotics.GeneralizedInverseKinematics("RigidBodyTree",robot,"ConstraintInputs",{"position"});
  %     >> place = robotics.PositionTarget("tool0");
  %     >> place.TargetPosition = [0.4 0.2 0.5];
  %     >> [~,info] = gik([0 -1.5 1.5 0 0.5 0],place);
  %     >> info.Status
  %     ans = success
  object = generalizedInverseKinematics(varargin{:});
end
