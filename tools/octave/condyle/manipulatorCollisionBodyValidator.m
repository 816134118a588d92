classdef manipulatorCollisionBodyValidator < handle
  % MANIPULATORCOLLISIONBODYVALIDATOR  Tell whether states of a robot, and motions between them, touch nothing.
  %
  %   validator = manipulatorCollisionBodyValidator(space)
  %   validator = manipulatorCollisionBodyValidator(space,Name,Value)
  %   valid = isStateValid(validator,states)     of states, a row each: whether the robot hits neither itself nor the
  %   world
  %   [valid,last] = isMotionValid(validator,a,b)   of the straight way between two states; last is the last valid state
  %                                              on it, NaN where a is not valid
  %
  %   StateSpace              the manipulatorStateSpace; its robot's Collisions count
  %   Environment             a cell array of collision objects in the robot's base frame, {} by default
  %   ValidationDistance      how far apart a motion is checked, 0.01 by default
  %   IgnoreSelfCollision     as of checkCollision: false by default
  %   SkippedSelfCollisions   as of checkCollision: "parent" (default), "adjacent", or {body1,body2; ...}
  %
  %   Example:
  %     >> space = manipulatorStateSpace(loadrobot("universalUR5e",DataFormat="row"));
  %     >> wall = collisionBox(0.1,2,2,"Pose",trvec2tform([0.6 0 0.5]));
  %     >> validator = manipulatorCollisionBodyValidator(space,"Environment",{wall},"ValidationDistance",0.1);
  %     >> up = [0 -pi/2 0 -pi/2 0 0];
  %     >> isStateValid(validator,up)
  %     ans = 1
  %     >> [valid,last] = isMotionValid(validator,up,[0 0 0 -pi/2 0 0]);
  %     >> valid
  %     valid = 0
  %     >> isStateValid(validator,last)
  %     ans = 1
  %
  %   See also manipulatorStateSpace, checkCollision, manipulatorRRT.
  properties (SetAccess = private)
    StateSpace
  end
  properties
    Environment = {};
    ValidationDistance = 0.01;
    IgnoreSelfCollision = false;
    SkippedSelfCollisions = "parent";
  end
  methods
    function validator = manipulatorCollisionBodyValidator(space = manipulatorStateSpace(), varargin)
      if ! isa(space, "manipulatorStateSpace")
        error("condyle:argument", "manipulatorCollisionBodyValidator: expected a manipulatorStateSpace, not %s", ...
              class(space));
      end
      validator.StateSpace = space;
      setProperties(validator, asPairs(varargin));
    end
    function set.ValidationDistance(validator, distance)
      validator.ValidationDistance = needLength(distance, "ValidationDistance", "a distance");
    end
    function set.IgnoreSelfCollision(validator, ignore)
      validator.IgnoreSelfCollision = isOn(ignore, "IgnoreSelfCollision");
    end
    function set.SkippedSelfCollisions(validator, skipped)
      validator.SkippedSelfCollisions = needSkipped(skipped, "SkippedSelfCollisions");
    end
    function set.Environment(validator, world)
      if isa(world, "collisionGeometry")
        world = {world};
      end
      if ! iscell(world) || ! all(cellfun(@(object) isa(object, "collisionGeometry"), world(:)))
        error("condyle:argument", "Environment: expected a cell array of collision objects");
      end
      validator.Environment = world;
    end
    function valid = isStateValid(validator, states)
      needArguments(nargin, 2, "isStateValid(validator,states)");
      states = needRows("isStateValid", "states", states, validator.StateSpace.NumStateVariables);
      valid = true(rows(states), 1);
      for k = 1:rows(states)
        valid(k) = ! any(checkCollision(validator.StateSpace.RigidBodyTree, states(k, :), validator.Environment, ...
                                        "IgnoreSelfCollision", validator.IgnoreSelfCollision, ...
                                        "SkippedSelfCollisions", validator.SkippedSelfCollisions));
      end
    end
    function [valid, last] = isMotionValid(validator, from, to)
      needArguments(nargin, 3, "isMotionValid(validator,from,to)");
      pieces = waysInPieces(distance(validator.StateSpace, from, to), validator.ValidationDistance);
      states = interpolate(validator.StateSpace, from, to, (0:pieces) / pieces);
      last = NaN(1, columns(states));
      for k = 1:rows(states)
        valid = isStateValid(validator, states(k, :));
        if ! valid
          return;
        end
        last = states(k, :);
      end
    end
  end
end
