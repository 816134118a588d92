function [residual, wrench] = momentum_observer(robot = [], gains, t, q, qd, tau, body = [])
  % MOMENTUM_OBSERVER  External torques of the joints from positions, velocities and torques, without accelerations.
  %
  %   residual = momentum_observer(robot,gains,t,q,qd,tau)
  %   [residual,wrench] = momentum_observer(robot,gains,t,q,qd,tau,body)
  %
  %   t (s), q, qd and tau have a row (with DataFormat "column" a column) for each sample.  gains, 1/s, are those of the
  %   joints, or one for all: residual follows the external torque of a joint as a filter of first order with this gain,
  %   N m or N, and is 0 in the first sample.  wrench has [moment force] at body in the base's axes, about the body's
  %   origin, whose torques come nearest to the residual.  Drives act as set_drives says.
  %
  %   Example: a force of 10 N at the tool comes out
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = repmat([0.3 -1 0.7 0.2 -0.5 1],101,1);
  %     >> J = geometricJacobian(robot,q(1,:),"tool0");
  %     >> tau = gravityTorque(robot,q) - repmat(10*J(6,:),101,1);
  %     >> [residual,wrench] = momentum_observer(robot,50,0:0.01:1,q,0*q,tau,"tool0");
  %     >> norm(residual(end,:) - 10*J(6,:)) < 1e-6
  %     ans = 1
  %     >> norm(wrench(end,:) - [0 0 0 0 0 10]) < 1e-6
  %     ans = 1
  %
  %   See also observe, set_drives.
  robot = asRigidBodyTree(robot, "momentum_observer", "a rigidBodyTree first");
  needArguments(nargin, 6, "momentum_observer(robot,gains,t,q,qd,tau)");
  if isscalar(gains)
    joints = {rows(qd), columns(qd)}{1 + ! strcmp(robot.DataFormat, "column")};
    gains = repmat(gains, 1, joints);
  end
  [residual, wrench] = condyle("momentum_observer", robot, gains, t, q, qd, tau, body);
end
