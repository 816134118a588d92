% The transforms of a scene's shapes at a configuration.
function T = placeShapes(scene, robot, q)
  frames = condyle("forward_kinematics", robot.h, q)(:, :, [2:end, 1]); # the base is the last one
  n = numel(scene.Own);
  T = scene.Places;
  if n > 0
    T(:, :, 1:n) = multiplyPages(frames(:, :, scene.Own), scene.Places(:, :, 1:n));
  end
end
