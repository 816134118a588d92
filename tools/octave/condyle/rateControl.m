classdef rateControl < systemObject
  % RATECONTROL  Run a loop at a constant rate.
  %
  %   rate = rateControl(desiredRate)   in Hz
  %   waitfor(rate)                     waits until the next period begins
  %   numMisses = waitfor(rate)         the number of periods that the loop was late by, 0 where it was in time
  %   reset(rate)                       begins anew, also TotalElapsedTime
  %   info = statistics(rate)           Periods, NumPeriods, AveragePeriod, StandardDeviation, NumOverruns
  %
  %   Properties: DesiredRate (Hz) and DesiredPeriod (s); OverrunAction, "slip" (the default: where the loop is late,
  %   the next period begins at once) or "drop" (the loop waits for the next multiple of the period); TotalElapsedTime
  %   and LastPeriod (s).
  %
  %   Example:
  %     >> rate = rateControl(200);
  %     >> for k = 1:4
  %     ..   waitfor(rate);
  %     .. end
  %     >> statistics(rate).NumPeriods
  %     ans = 4
  %     >> rate.DesiredPeriod
  %     ans = 5.0000e-03
  %
  %   See also interactiveRigidBodyTree.
  properties
    DesiredRate = 1;
    OverrunAction = "slip";
  end
  properties (Dependent)
    DesiredPeriod
    TotalElapsedTime
  end
  properties
    LastPeriod = NaN;
  end
  properties (Hidden)
    Start = 0;      # time of the making or of the last reset, s
    Next = 0;       # when the period ends
    Before = 0;     # end of the last call of waitfor
    Periods = zeros(1, 0);
    Overruns = 0;
  end
  methods
    function rate = rateControl(desired, varargin)
      if nargin > 0
        rate.DesiredRate = desired;
      end
      options = readOptions("rateControl", asPairs(varargin), struct("OverrunAction", rate.OverrunAction));
      rate.OverrunAction = options.OverrunAction;
      reset(rate);
    end
    function set.DesiredRate(rate, desired)
      if ! isnumeric(desired) || ! isreal(desired) || ! isscalar(desired) || ! (desired > 0) || isinf(desired)
        error("condyle:argument", "rateControl: expected a rate above 0, Hz");
      end
      rate.DesiredRate = double(desired);
    end
    function set.OverrunAction(rate, action)
      if ! ischar(action) || ! any(strcmp(action, {"slip", "drop"}))
        error("condyle:argument", "rateControl: OverrunAction: expected ""slip"" or ""drop""");
      end
      rate.OverrunAction = action;
    end
    function period = get.DesiredPeriod(rate)
      period = 1 / rate.DesiredRate;
    end
    function set.DesiredPeriod(rate, period)
      readOnly("DesiredPeriod", "assign to DesiredRate");
    end
    function elapsed = get.TotalElapsedTime(rate)
      elapsed = now_s() - rate.Start;
    end
    function set.TotalElapsedTime(rate, elapsed)
      readOnly("TotalElapsedTime", "reset(rate) begins anew");
    end
    function reset(rate)
      rate.Start = rate.Before = now_s();
      rate.Next = rate.Start + 1 / rate.DesiredRate;
      rate.LastPeriod = NaN;
      rate.Periods = zeros(1, 0);
      rate.Overruns = 0;
      rate.Locked = false;
    end
    function varargout = waitfor(rate)
      missed = step(rate);
      if nargout > 0
        varargout{1} = missed;
      end
    end
    function missed = step(rate)
      period = 1 / rate.DesiredRate;
      rate.Locked = true;
      missed = max(0, floor((now_s() - rate.Next) / period) + 1);
      if missed > 0
        rate.Overruns += 1;
        if strcmp(rate.OverrunAction, "slip")
          rate.Next = now_s();
        else
          rate.Next += missed * period;
        end
      end
      pause(max(0, rate.Next - now_s()));
      rate.Next += period;
      rate.LastPeriod = now_s() - rate.Before;
      rate.Before += rate.LastPeriod;
      rate.Periods(end + 1) = rate.LastPeriod;
    end
    function info = statistics(rate)
      average = NaN;
      deviation = NaN;
      if ! isempty(rate.Periods)
        average = mean(rate.Periods);
        deviation = std(rate.Periods);
      end
      info = struct("Periods", rate.Periods, "NumPeriods", numel(rate.Periods), "AveragePeriod", average, ...
                    "StandardDeviation", deviation, "NumOverruns", rate.Overruns);
    end
    function other = clone(rate)
      other = rateControl(rate.DesiredRate, "OverrunAction", rate.OverrunAction);
    end
  end
end

% The time of the day in s.
function t = now_s()
  t = time();
end
