function [R, omega, alpha] = rottraj(r0, rF, interval, times, varargin)
  % ROTTRAJ  Motion from one orientation to another about one axis.
  %
  %   [R,omega,alpha] = rottraj(r0,rF,interval,times)
  %   [R,omega,alpha] = rottraj(...,"TimeScaling",s)
  %
  %   r0 and rF are quaternions [w x y z], quaternion or so3 objects, or rotation matrices; interval is [begin end], s.
  %   R are the orientations at times in the form of r0: 4-by-m, an array of objects, or 3-by-3-by-m.  omega and alpha,
  %   3-by-m, are velocity and acceleration in the base frame, rad/s and rad/s2.  The motion takes the shorter way at a
  %   constant velocity, or goes by s (3-by-m): the position from 0 to 1 and its two derivatives by time.
  %
  %   Example:
  %     >> [R,omega] = rottraj([1 0 0 0],[0.5 0.5 0.5 0.5],[0 2],[0 1 2]);
  %     >> quat2eul(R')
  %     ans =
  %
  %             0        0        0
  %        0.7854   0.3398   0.7854
  %        1.5708   0.0000   1.5708
  %
  %     >> norm(omega(:,2))
  %     ans = 1.0472
  %
  %   See also transformtraj, cubicpolytraj, quaternion.
  needArguments(nargin, 4, "rottraj(r0,rF,interval,times)");
  options = readOptions("rottraj", asPairs(varargin), struct("TimeScaling", []));
  s = timeScaling("rottraj", options.TimeScaling, interval, times);
  first = asMatrix(r0);
  axang = rotm2axang(first' * asMatrix(rF));
  m = columns(s);
  turned = multiplyPages(first, axang2rotm([repmat(axang(1:3), m, 1), axang(4) * s(1, :)']));
  axis = first * axang(1:3)';
  omega = axis * (axang(4) * s(2, :));
  alpha = axis * (axang(4) * s(3, :));
  if isa(r0, "so3")
    R = so3(turned);
  elseif isa(r0, "quaternion")
    R = transpose(quaternion(continued(rotm2quat(turned))));
  elseif numel(r0) == 4
    R = continued(rotm2quat(turned))';
  else
    R = turned;
  end
end

function R = asMatrix(r)
  if isa(r, "quaternion") || (isnumeric(r) && numel(r) == 4)
    if isnumeric(r)
      r = r(:)';
    end
    R = quat2rotm(r);
  else
    R = needPages("rottraj", "orientations", r, 3);
  end
  if size(R, 3) != 1
    error("condyle:argument", "rottraj: expected one orientation at the beginning and one at the end");
  end
end

% Quaternions whose signs do not jump.
function q = continued(q)
  for k = 2:rows(q)
    if q(k, :) * q(k - 1, :)' < 0
      q(k, :) = -q(k, :);
    end
  end
end
