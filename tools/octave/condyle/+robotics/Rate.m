function object = Rate(varargin)
  % ROBOTICS.RATE  The name that rateControl had before MATLAB's release R2019b.
  %
  %   object = robotics.Rate(...)
  %
  %   See rateControl for the arguments.  The object is of the class rateControl.
  object = rateControl(varargin{:});
end
