function varargout = clearCollision(body = [], varargin)
  % CLEARCOLLISION  Take all shapes for collisions from a body.
  %
  %   clearCollision(body)
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e");
  %     >> body = getBody(robot,"forearm_link");
  %     >> clearCollision(body);
  %     >> numel(body.Collisions)
  %     ans = 0
  %
  %   See also addCollision, clearVisual.
  [body, variable] = asObject(body, inputname(1, false), "clearCollision");
  if ! isempty(variable)
    assignin("caller", variable, body);
  end
  [varargout{1:nargout}] = body.clearCollision(varargin{:});
end
