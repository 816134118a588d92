function varargout = randomConfiguration(robot = [], varargin)
  % RANDOMCONFIGURATION  Random configuration within the limits of the joints.
  %
  %   q = randomConfiguration(robot)
  %
  %   q is drawn from Octave's generator: after rand("twister",1) the same configurations follow.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = randomConfiguration(robot);
  %     >> all(abs(q) <= 2*pi)
  %     ans = 1
  %
  %   See also homeConfiguration.
  [robot, variable] = asObject(robot, inputname(1, false), "randomConfiguration");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.randomConfiguration(varargin{:});
end
