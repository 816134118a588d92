function wrapped = wrapTo180(angle)
  % WRAPTO180  Angles within half a turn, degrees.
  %
  %   wrapped = wrapTo180(angle)
  %
  %   wrapped are angles from -180 to 180 degrees.  Odd multiples of 180 above 0 become 180, those below -180.
  %
  %   Example:
  %     >> wrapTo180([270 180 -180])
  %     ans =
  %
  %        -90   180  -180
  %
  %   See also angdiff, wrapTo2Pi, wrapTo360, wrapToPi.
  if ! isnumeric(angle) || ! isreal(angle)
    error("condyle:argument", "wrapTo180: expected angles, real numbers");
  end
  wrapped = angle;
  outside = ! (angle >= -180 & angle <= 180) & isfinite(angle);
  turned = mod(angle(outside) + 180, 2 * 180);
  turned(turned == 0 & angle(outside) > 0) = 2 * 180;
  wrapped(outside) = turned - 180;
  wrapped(isinf(angle)) = NaN;
end
