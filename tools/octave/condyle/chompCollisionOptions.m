classdef chompCollisionOptions < handle
  % CHOMPCOLLISIONOPTIONS  How motions of manipulatorCHOMP keep away from obstacles.
  %
  %   options = chompCollisionOptions(Name,Value)
  %
  %   CollisionCostWeight     of the collisions beside the smoothness, 10 by default
  %   CollisionClearance      distance that is kept from obstacles, m, 0.05 by default
  %   IgnoreSelfCollision     whether the robot may hit itself, false by default
  %   SkippedSelfCollisions   as of checkCollision: "parent" (default), "adjacent", or {body1,body2; ...}, names that
  %                           optimize looks up in the robot
  %
  %   Example:
  %     >> options = chompCollisionOptions(CollisionCostWeight=20);
  %     >> options.IgnoreSelfCollision
  %     ans = 0
  %
  %   See also manipulatorCHOMP.
  properties
    CollisionCostWeight = 10;
    CollisionClearance = 0.05;
    IgnoreSelfCollision = false;
    SkippedSelfCollisions = "parent";
  end
  methods
    function options = chompCollisionOptions(varargin)
      setProperties(options, asPairs(varargin));
    end
    function set.CollisionCostWeight(options, weight)
      options.CollisionCostWeight = needWeight(weight, "CollisionCostWeight", true);
    end
    function set.CollisionClearance(options, distance)
      options.CollisionClearance = needLength(distance, "CollisionClearance", "a distance");
    end
    function set.IgnoreSelfCollision(options, ignore)
      options.IgnoreSelfCollision = isOn(ignore, "IgnoreSelfCollision");
    end
    function set.SkippedSelfCollisions(options, skipped)
      options.SkippedSelfCollisions = needSkipped(skipped, "SkippedSelfCollisions");
    end
  end
end
