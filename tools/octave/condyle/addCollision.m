function varargout = addCollision(body = [], varargin)
  % ADDCOLLISION  Give a body a shape for collisions.
  %
  %   addCollision(body,"box",[x y z])             full edges, m
  %   addCollision(body,"cylinder",[radius length])   along z, m
  %   addCollision(body,"sphere",radius)
  %   addCollision(body,"capsule",[radius length])    along z, the length without the caps
  %   addCollision(body,"mesh",file)               an STL, OBJ or Collada file, m
  %   addCollision(body,object)                    a collision object; its pose is its place on the body
  %   addCollision(...,T)                          T is 4-by-4, from the shape's frame to the body's
  %
  %   Of a collisionMesh the hull is written to a file in the folder of temporary files, which the body then names.
  %   body.Collisions lists the shapes, checkCollision takes them, exportrobot writes them, and show draws them with
  %   "Collisions","on".
  %
  %   Example:
  %     >> body = rigidBody("gripper");
  %     >> addCollision(body,"box",[0.1 0.06 0.12]);
  %     >> body.Collisions{1}.Size
  %     ans =
  %
  %        0.100000   0.060000   0.120000
  %
  %   See also checkCollision, collisionBox, addVisual, clearCollision, show.
  [body, variable] = asObject(body, inputname(1, false), "addCollision");
  if ! isempty(variable)
    assignin("caller", variable, body);
  end
  [varargout{1:nargout}] = body.addCollision(varargin{:});
end
