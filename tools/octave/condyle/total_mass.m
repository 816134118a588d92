function varargout = total_mass(robot = [], varargin)
  % TOTAL_MASS  Moving mass, kg: that of all bodies but those welded to the base.
  %
  %   mass = total_mass(robot)
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> total_mass(robot)
  %     ans = 16.994
  %
  %   See also centerOfMass.
  [robot, variable] = asObject(robot, inputname(1, false), "total_mass");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.total_mass(varargin{:});
end
