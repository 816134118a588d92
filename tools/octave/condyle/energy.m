function varargout = energy(robot = [], varargin)
  % ENERGY  Kinetic and potential energy, J.
  %
  %   kinetic = energy(robot,configuration,velocity)
  %   [kinetic,potential] = energy(...)
  %
  %   Rows of several states (B-by-n; columns, n-by-B, with DataFormat "column") give the results of all: B-by-1.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> [kinetic,potential] = energy(robot,q,[]);
  %     >> round(1000*potential)
  %     ans = 63549
  %
  %   See also massMatrix.
  [robot, variable] = asObject(robot, inputname(1, false), "energy");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.energy(varargin{:});
end
