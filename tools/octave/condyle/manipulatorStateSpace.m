classdef manipulatorStateSpace < handle
  % MANIPULATORSTATESPACE  The configurations of a robot as a space of states, for planners.
  %
  %   space = manipulatorStateSpace(robot)       of a robot; without one, of two links that turn about z
  %   states = sampleUniform(space,n)            n states, a row each, evenly within the bounds; 1 by default
  %   states = sampleGaussian(space,mean,deviation,n)   about a state, deviation for all joints or for each, bounded
  %   states = interpolate(space,a,b,ratios)     between two states: a where a ratio is 0, b where it is 1
  %   d = distance(space,a,b)                    the norm of the difference of states, row by row, or of one and all
  %   states = enforceStateBounds(space,states)  brought to the nearest within the bounds
  %
  %   RigidBodyTree       a copy of the robot, with DataFormat "row"
  %   StateBounds         [least most] of each position, n-by-2: the limits of the joints, unless set otherwise
  %   NumStateVariables   n
  %   Name                "manipulatorStateSpace"
  %
  %   Positions without bounds are sampled within -pi and pi, those with one bound within 2 pi of it.  rand and randn
  %   decide.
  %
  %   Example:
  %     >> space = manipulatorStateSpace(loadrobot("universalUR5e",DataFormat="row"));
  %     >> space.NumStateVariables
  %     ans = 6
  %     >> states = interpolate(space,zeros(1,6),ones(1,6),[0 0.5 1]);
  %     >> states(2,:)
  %     ans =
  %        0.5000   0.5000   0.5000   0.5000   0.5000   0.5000
  %
  %     >> distance(space,states(1,:),states)'
  %     ans =
  %             0   1.2247   2.4495
  %
  %   See also manipulatorCollisionBodyValidator, manipulatorRRT.
  properties (SetAccess = private)
    RigidBodyTree
    NumStateVariables
    Name = "manipulatorStateSpace";
  end
  properties
    StateBounds = zeros(0, 2);
  end
  methods
    function space = manipulatorStateSpace(robot = twoJointRobot())
      robot = copy(asRigidBodyTree(robot, "manipulatorStateSpace", "a rigidBodyTree"));
      sizes = condyle("sizes", robot.h);
      if sizes(1) != sizes(2)
        error("condyle:unsupported", "manipulatorStateSpace: the robot has floating joints");
      end
      robot.DataFormat = "row";
      space.RigidBodyTree = robot;
      space.NumStateVariables = sizes(1);
      space.StateBounds = condyle("limits", robot.h).position;
    end
    function set.StateBounds(space, bounds)
      space.StateBounds = needBounds("StateBounds", bounds, space.NumStateVariables);
    end
    function states = sampleUniform(space, count = 1)
      checkCount("sampleUniform", count);
      least = space.StateBounds(:, 1)';
      most = space.StateBounds(:, 2)';
      free = isinf(least) & isinf(most);
      least(free) = -pi;
      most(free) = pi;
      least(isinf(least)) = most(isinf(least)) - 2 * pi;
      most(isinf(most)) = least(isinf(most)) + 2 * pi;
      states = least + rand(count, numel(least)) .* (most - least);
    end
    function states = sampleGaussian(space, mean, deviation, count = 1)
      needArguments(nargin, 3, "sampleGaussian(space,mean,deviation)");
      checkCount("sampleGaussian", count);
      mean = oneState(space, "sampleGaussian", mean);
      n = space.NumStateVariables;
      if ! isnumeric(deviation) || ! isreal(deviation) || ! any(numel(deviation) == [1 n]) || ! all(deviation(:) >= 0)
        error("condyle:argument", "sampleGaussian: expected 1 or %d standard deviations, 0 or more", n);
      end
      states = enforceStateBounds(space, mean + randn(count, n) .* double(deviation(:)'));
    end
    function states = interpolate(space, from, to, ratios)
      needArguments(nargin, 4, "interpolate(space,from,to,ratios)");
      from = oneState(space, "interpolate", from);
      to = oneState(space, "interpolate", to);
      if ! isnumeric(ratios) || ! isreal(ratios) || ! isvector(ratios) || ! all(ratios >= 0 & ratios <= 1)
        error("condyle:argument", "interpolate: expected ratios from 0 to 1");
      end
      ratios = double(ratios(:));
      states = (1 - ratios) .* from + ratios .* to;
    end
    function d = distance(space, from, to)
      needArguments(nargin, 3, "distance(space,from,to)");
      from = needRows("distance", "states", from, space.NumStateVariables);
      to = needRows("distance", "states", to, space.NumStateVariables);
      if rows(from) != rows(to) && rows(from) != 1 && rows(to) != 1
        error("condyle:argument", "distance: expected as many states as others, or one, not %d and %d", rows(from), ...
              rows(to));
      end
      d = sqrt(sumsq(double(from) - double(to), 2));
    end
    function states = enforceStateBounds(space, states)
      needArguments(nargin, 2, "enforceStateBounds(space,states)");
      states = needRows("enforceStateBounds", "states", states, space.NumStateVariables);
      states = min(max(states, space.StateBounds(:, 1)'), space.StateBounds(:, 2)');
    end
  end
  methods (Hidden)
    function state = oneState(space, caller, state)
      state = needRows(caller, "a state", state, space.NumStateVariables);
      if rows(state) != 1 || ! all(isfinite(state))
        error("condyle:argument", "%s: expected one state of %d finite numbers", caller, space.NumStateVariables);
      end
      state = double(state);
    end
  end
end
