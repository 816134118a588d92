function object = Rate(varargin)
  % RATE  The name of robotics.Rate after import robotics.*, today's rateControl.
  object = rateControl(varargin{:});
end
