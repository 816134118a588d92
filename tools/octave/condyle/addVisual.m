function varargout = addVisual(body = [], varargin)
  % ADDVISUAL  Give a body a shape that show draws.
  %
  %   addVisual(body,"box",[x y z])             full edges, m
  %   addVisual(body,"cylinder",[radius length])   along z, m
  %   addVisual(body,"sphere",radius)
  %   addVisual(body,"capsule",[radius length])    along z, the length without the caps
  %   addVisual(body,"mesh",file)               an STL, OBJ or Collada file, m
  %   addVisual(...,T)                          T is 4-by-4, from the shape's frame to the body's
  %
  %   A body may have any number of shapes; body.Visuals lists them, and exportrobot writes them.  Shapes do not affect
  %   the dynamics.
  %
  %   Example:
  %     >> body = rigidBody("column");
  %     >> addVisual(body,"cylinder",[0.05 0.4],[eye(3) [0; 0; 0.2]; 0 0 0 1]);
  %     >> body.Visuals{1}.Type
  %     ans = cylinder
  %
  %   See also addCollision, clearVisual, show.
  [body, variable] = asObject(body, inputname(1, false), "addVisual");
  if ! isempty(variable)
    assignin("caller", variable, body);
  end
  [varargout{1:nargout}] = body.addVisual(varargin{:});
end
