% The collisionCapsule around points (3-by-n), with its pose in their frame: of the principal axes and those of the
% frame the one that gives the least volume.  info.Residual is how deep inside it each point lies, m.
function [capsule, info] = capsuleAround(points)
  [radius, ends, away] = fit(points);
  capsule = collisionCapsule(radius, norm(diff(ends, 1, 2)));
  capsule.Pose = [turnToAxis(ends), mean(ends, 2); 0 0 0 1];
  info = struct("Residual", radius - away(:));
end

% AWAY are the distances of the points from the line between the capsule's ENDS (3-by-2).
function [radius, ends, away] = fit(points)
  center = (min(points, [], 2) + max(points, [], 2)) / 2;
  [directions, ~] = eig((points - center) * (points - center)');
  best = Inf;
  for direction = [directions, eye(3)]
    own = points - center;
    along = direction' * own;
    across = null(direction'); # the plane that the axis stands on
    off = across' * own;
    shift = ballCenter(off);
    beside = sqrt(sumsq(off - shift));
    r = max(beside) * (1 + 1e-12);
    reach = sqrt(max(r ^ 2 - beside .^ 2, 0));
    span = [min(along + reach), max(along - reach)];
    if span(1) > span(2) # a ball is long enough
      span(:) = mean(span);
    end
    volume = pi * r ^ 2 * diff(span) + 4 / 3 * pi * r ^ 3;
    if volume < best
      best = volume;
      radius = r;
      ends = center + across * shift + direction * span;
      away = sqrt(beside .^ 2 + (along - min(max(along, span(1)), span(2))) .^ 2);
    end
  end
end

% Near the center of the least ball around points: steps toward the farthest point that become shorter (Badoiu and
% Clarkson, "Smaller core-sets for balls", 2003).
function center = ballCenter(points)
  center = (min(points, [], 2) + max(points, [], 2)) / 2;
  for k = 1:200
    [~, far] = max(sumsq(points - center));
    trial = center + (points(:, far) - center) / (k + 1);
    if max(sumsq(points - trial)) < max(sumsq(points - center))
      center = trial;
    end
  end
end

% A rotation whose z axis is the direction from one end to the other.
function R = turnToAxis(ends)
  z = diff(ends, 1, 2);
  R = eye(3);
  if norm(z) > 0
    R = [null(z'), z / norm(z)];
    R(:, 1) *= det(R);
  end
end
