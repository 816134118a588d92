classdef chompSolverOptions < handle
  % CHOMPSOLVEROPTIONS  When and how manipulatorCHOMP ends, and what it says.
  %
  %   options = chompSolverOptions(Name,Value)
  %
  %   MaxIterations       at most this many, 100 by default
  %   MaxTime             s, 10 by default
  %   FunctionTolerance   the end is where the cost changes by less than this part of it in an iteration, 1e-4 by
  %   default
  %   LearningRate        a step is the gradient in the metric of the smoothness, over this number: smaller numbers make
  %                       longer steps; 7 by default
  %   Verbosity           "none" (default), "concise": the cost of each iteration, "detailed": its parts as well
  %
  %   Example:
  %     >> options = chompSolverOptions(Verbosity="none",LearningRate=5);
  %     >> options.LearningRate
  %     ans = 5
  %
  %   See also manipulatorCHOMP.
  properties
    MaxIterations = 100;
    MaxTime = 10;
    FunctionTolerance = 1e-4;
    LearningRate = 7;
    Verbosity = "none";
  end
  methods
    function options = chompSolverOptions(varargin)
      setProperties(options, asPairs(varargin));
    end
    function set.MaxIterations(options, number)
      options.MaxIterations = needWeight(number, "MaxIterations");
    end
    function set.MaxTime(options, time)
      options.MaxTime = needWeight(time, "MaxTime");
    end
    function set.FunctionTolerance(options, tolerance)
      options.FunctionTolerance = needWeight(tolerance, "FunctionTolerance");
    end
    function set.LearningRate(options, rate)
      if needWeight(rate, "LearningRate") == 0
        error("condyle:argument", "LearningRate: expected a number greater than 0");
      end
      options.LearningRate = rate;
    end
    function set.Verbosity(options, word)
      if ! ischar(word) || ! any(strcmpi(word, {"none", "concise", "detailed"}))
        error("condyle:argument", "Verbosity: expected ""none"", ""concise"" or ""detailed""");
      end
      options.Verbosity = lower(word);
    end
  end
end
