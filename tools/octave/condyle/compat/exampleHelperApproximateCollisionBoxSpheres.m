function spheres = exampleHelperApproximateCollisionBoxSpheres(box, radius)
  % EXAMPLEHELPERAPPROXIMATECOLLISIONBOXSPHERES  Spheres in place of a collisionBox, for manipulatorCHOMP.
  %
  %   spheres = exampleHelperApproximateCollisionBoxSpheres(box,radius)     4-by-n, a column [radius; x; y; z] each, m
  %
  %   The centers are a grid in the box, a diameter apart at most.  For scripts after the examples of motion planning in
  %   MATLAB's documentation.
  %
  %   Example:
  %     >> box = collisionBox(0.4,0.1,0.1,"Pose",trvec2tform([0 0 1]));
  %     >> exampleHelperApproximateCollisionBoxSpheres(box,0.05)
  %     ans =
  %
  %        0.0500   0.0500   0.0500   0.0500
  %       -0.1500  -0.0500   0.0500   0.1500
  %             0        0        0        0
  %        1.0000   1.0000   1.0000   1.0000
  %
  %   See also exampleHelperApproximateCollisionCylinderSpheres, manipulatorCHOMP.
  if nargin != 2 || ! isa(box, "collisionBox") || ! isscalar(radius) || ! (radius > 0)
    error("condyle:argument", "expected exampleHelperApproximateCollisionBoxSpheres(box,radius), a radius above 0");
  end
  [x, y, z] = ndgrid(along(box.X, radius), along(box.Y, radius), along(box.Z, radius));
  centers = box.Pose * [x(:)'; y(:)'; z(:)'; ones(1, numel(x))];
  spheres = [repmat(radius, 1, numel(x)); centers(1:3, :)];
end

% Centers that share a length out, a diameter apart at most.
function centers = along(length, radius)
  count = max(1, ceil(length / (2 * radius) - 1e-9));
  centers = ((1:count) - (count + 1) / 2) * length / count;
end
