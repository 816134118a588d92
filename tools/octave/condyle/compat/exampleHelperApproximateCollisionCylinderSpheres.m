function spheres = exampleHelperApproximateCollisionCylinderSpheres(cylinder, radius)
  % EXAMPLEHELPERAPPROXIMATECOLLISIONCYLINDERSPHERES  Spheres in place of a collisionCylinder, for manipulatorCHOMP.
  %
  %   spheres = exampleHelperApproximateCollisionCylinderSpheres(cylinder,radius)   4-by-n, [radius; x; y; z] each, m
  %
  %   The centers lie on the axis, and where the cylinder is wider than the spheres on circles about it, a diameter
  %   apart at most.  For scripts after the examples of motion planning in MATLAB's documentation.
  %
  %   Example:
  %     >> can = collisionCylinder(0.05,0.4);
  %     >> exampleHelperApproximateCollisionCylinderSpheres(can,0.05)
  %     ans =
  %
  %        0.0500   0.0500   0.0500   0.0500
  %             0        0        0        0
  %             0        0        0        0
  %       -0.1500  -0.0500   0.0500   0.1500
  %
  %   See also exampleHelperApproximateCollisionBoxSpheres, manipulatorCHOMP.
  if nargin != 2 || ! isa(cylinder, "collisionCylinder") || ! isscalar(radius) || ! (radius > 0)
    error("condyle:argument", "expected exampleHelperApproximateCollisionCylinderSpheres(cylinder,radius), %s", ...
          "a radius above 0");
  end
  disk = zeros(2, 1);
  rings = max(0, ceil((cylinder.Radius - radius) / (2 * radius) - 1e-9));
  for k = 1:rings
    distance = (cylinder.Radius - radius) * k / rings;
    count = ceil(2 * pi * distance / (2 * radius));
    angles = (0:count - 1) / count * 2 * pi;
    disk = [disk, distance * [cos(angles); sin(angles)]];
  end
  layers = max(1, ceil(cylinder.Length / (2 * radius) - 1e-9));
  heights = ((1:layers) - (layers + 1) / 2) * cylinder.Length / layers;
  n = columns(disk);
  centers = cylinder.Pose * [repmat(disk, 1, layers); repelem(heights, 1, n); ones(1, n * layers)];
  spheres = [repmat(radius, 1, n * layers); centers(1:3, :)];
end
