function varargout = getVisual(body = [], varargin)
  % GETVISUAL  Give the shapes of a body that show draws.
  %
  %   visuals = getVisual(body)
  %
  %   visuals is a cell array of structs, as body.Visuals.
  %
  %   Example:
  %     >> body = rigidBody("column");
  %     >> addVisual(body,"sphere",0.1);
  %     >> getVisual(body){1}.Radius
  %     ans = 0.1000
  %
  %   See also addVisual, clearVisual.
  [body, variable] = asObject(body, inputname(1, false), "getVisual");
  if ! isempty(variable)
    assignin("caller", variable, body);
  end
  [varargout{1:nargout}] = body.getVisual(varargin{:});
end
