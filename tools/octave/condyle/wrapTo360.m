function wrapped = wrapTo360(angle)
  % WRAPTO360  Angles within a turn, degrees.
  %
  %   wrapped = wrapTo360(angle)
  %
  %   wrapped are angles from 0 to 360 degrees.  Multiples of 360 above 0 become 360.
  %
  %   Example:
  %     >> wrapTo360([-90 0 360 720 1])
  %     ans =
  %
  %        270     0   360   360     1
  %
  %   See also angdiff, wrapToPi, wrapTo180, wrapTo2Pi.
  if ! isnumeric(angle) || ! isreal(angle)
    error("condyle:argument", "wrapTo360: expected angles, real numbers");
  end
  wrapped = mod(angle, 360);
  wrapped(wrapped == 0 & angle > 0) = 360;
  wrapped(isinf(angle)) = NaN;
end
