function varargout = showCollisionArray(objects, varargin)
  % SHOWCOLLISIONARRAY  Draw collision objects into one plot.
  %
  %   [axes,patches] = showCollisionArray(objects)         a cell array of collision objects
  %   [axes,patches] = showCollisionArray(objects,"Parent",axes,"Colors",colors)
  %
  %   patches is a graphicsObject, patches(k).FaceColor = [1 0 0] for example; colors is one color, or one for each
  %   object, n-by-3.
  %
  %   Example:
  %     >> [ax,drawn] = showCollisionArray({collisionBox(1,1,0.1),collisionSphere(0.2)});
  %     >> drawn(2).FaceAlpha = 0.5;
  %     >> drawn(2).FaceAlpha
  %     ans = 0.5000
  %
  %   See also collisionBox, checkCollision.
  needArguments(nargin, 1, "showCollisionArray(objects)");
  if isa(objects, "collisionGeometry")
    objects = {objects};
  end
  if ! iscell(objects) || ! all(cellfun(@(object) isa(object, "collisionGeometry"), objects(:)))
    error("condyle:argument", "showCollisionArray: expected a cell array of collision objects");
  end
  options = readOptions("showCollisionArray", asPairs(varargin), struct("Parent", [], "Colors", []));
  handle = options.Parent;
  if isempty(handle)
    handle = gca();
  end
  was_held = ishold(handle);
  hold(handle, "on");
  drawn = zeros(numel(objects), 1);
  for k = 1:numel(objects)
    [~, object] = show(objects{k}, "Parent", handle);
    drawn(k) = double(object);
    if ! isempty(options.Colors)
      set(drawn(k), "facecolor", options.Colors(min(k, end), :));
    end
  end
  if ! was_held
    hold(handle, "off");
  end
  varargout = {handle, graphicsObject(drawn)}(1:nargout);
end
