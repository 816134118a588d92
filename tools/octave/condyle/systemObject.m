classdef systemObject < handle
  % SYSTEMOBJECT  What objects that are called like functions have in common, as MATLAB's System objects do.
  %
  %   result = object(...)    or step(object,...)
  %   isLocked(object)        whether it has been called since its making or release(object)
  %   release(object)         unlocks it
  %   reset(object)           puts it back to the state before its first call; these have no state besides the lock
  %   isDone(object)          false: a call never is the last one
  %   other = clone(object)   another object with the same properties, unlocked
  %
  %   inverseKinematics, generalizedInverseKinematics and rateControl are such objects.  Properties may be changed
  %   while an object is locked.
  %
  %   Example:
  %     >> ik = inverseKinematics("RigidBodyTree",loadrobot("universalUR5e",DataFormat="row"));
  %     >> q = step(ik,"tool0",getTransform(ik.RigidBodyTree,[],"tool0"),ones(1,6));
  %     >> isLocked(ik)
  %     ans = 1
  %     >> release(ik)
  %     >> isLocked(ik)
  %     ans = 0
  %
  %   See also inverseKinematics, generalizedInverseKinematics.
  properties (Hidden)
    Locked = false;
  end
  methods
    function locked = isLocked(object)
      locked = object.Locked;
    end
    function release(object)
      object.Locked = false;
    end
    function reset(object)
      object.Locked = false;
    end
    function done = isDone(object)
      done = false;
    end
    function other = clone(object)
      other = feval(class(object));
      for name = properties(object)'
        other.(name{1}) = object.(name{1});
      end
    end
  end
end
