function varargout = clearVisual(body = [], varargin)
  % CLEARVISUAL  Take all visual shapes from a body.
  %
  %   clearVisual(body)
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e");
  %     >> body = getBody(robot,"forearm_link");
  %     >> clearVisual(body);
  %     >> numel(body.Visuals)
  %     ans = 0
  %
  %   See also addVisual, clearCollision.
  [body, variable] = asObject(body, inputname(1, false), "clearVisual");
  if ! isempty(variable)
    assignin("caller", variable, body);
  end
  [varargout{1:nargout}] = body.clearVisual(varargin{:});
end
