classdef chompSmoothnessOptions < handle
  % CHOMPSMOOTHNESSOPTIONS  Weights of the smoothness of motions of manipulatorCHOMP.
  %
  %   options = chompSmoothnessOptions(Name,Value)
  %
  %   SmoothnessCostWeight      of the smoothness beside the collisions, 0.001 by default
  %   VelocityCostWeight, AccelerationCostWeight, JerkCostWeight   of the squares of the first three derivatives in it:
  %                             1, 0 and 0
  %
  %   Example:
  %     >> options = chompSmoothnessOptions(SmoothnessCostWeight=1e-2);
  %     >> options.SmoothnessCostWeight
  %     ans = 0.010000
  %
  %   See also manipulatorCHOMP.
  properties
    SmoothnessCostWeight = 1e-3;
    VelocityCostWeight = 1;
    AccelerationCostWeight = 0;
    JerkCostWeight = 0;
  end
  methods
    function options = chompSmoothnessOptions(varargin)
      setProperties(options, asPairs(varargin));
    end
    function set.SmoothnessCostWeight(options, weight)
      options.SmoothnessCostWeight = needWeight(weight, "SmoothnessCostWeight", true);
    end
    function set.VelocityCostWeight(options, weight)
      options.VelocityCostWeight = needWeight(weight, "VelocityCostWeight", true);
    end
    function set.AccelerationCostWeight(options, weight)
      options.AccelerationCostWeight = needWeight(weight, "AccelerationCostWeight", true);
    end
    function set.JerkCostWeight(options, weight)
      options.JerkCostWeight = needWeight(weight, "JerkCostWeight", true);
    end
  end
end
