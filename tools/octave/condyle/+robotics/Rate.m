function object = Rate(varargin)
  % ROBOTICS.RATE  The name that rateControl had before MATLAB's release R2019b.
  %
  %   object = robotics.Rate(...)
  %
  %   See rateControl for the arguments.  The object is of the class rateControl.
  %
  %   Example:
  %     >> rate = robotics.Rate(10);
  %     >> rate.DesiredPeriod
  %     ans = 0.1000
  object = rateControl(varargin{:});
end
