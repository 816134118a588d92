function varargout = centroidal_momentum(robot = [], varargin)
  % CENTROIDAL_MOMENTUM  Momentum about the center of mass, and its rate.
  %
  %   h = centroidal_momentum(robot,configuration,velocity)
  %   [h,rate] = centroidal_momentum(robot,configuration,velocity,acceleration)
  %
  %   [angular linear], kg m2/s and kg m/s.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> q = [0 -1.5 1.5 0 0 0];
  %     >> qd = ones(1,6);
  %     >> norm(centroidal_momentum(robot,q,qd)' - centroidal_momentum_matrix(robot,q)*qd') < 1e-9
  %     ans = 1
  %
  %   See also centroidal_momentum_matrix.
  [robot, variable] = asObject(robot, inputname(1, false), "centroidal_momentum");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.centroidal_momentum(varargin{:});
end
