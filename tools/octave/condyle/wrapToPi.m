function wrapped = wrapToPi(angle)
  % WRAPTOPI  Angles within half a turn, rad.
  %
  %   wrapped = wrapToPi(angle)
  %
  %   wrapped are angles from -pi to pi, rad.  Odd multiples of pi above 0 become pi, those below -pi.
  %
  %   Example:
  %     >> wrapToPi([4*pi/3 pi -pi])
  %     ans =
  %
  %       -2.0944   3.1416  -3.1416
  %
  %   See also angdiff, wrapTo2Pi, wrapTo180, wrapTo360.
  if ! isnumeric(angle) || ! isreal(angle)
    error("condyle:argument", "wrapToPi: expected angles, real numbers");
  end
  wrapped = angle;
  outside = ! (angle >= -pi & angle <= pi) & isfinite(angle);
  turned = mod(angle(outside) + pi, 2 * pi);
  turned(turned == 0 & angle(outside) > 0) = 2 * pi;
  wrapped(outside) = turned - pi;
  wrapped(isinf(angle)) = NaN;
end
