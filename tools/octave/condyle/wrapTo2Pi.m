function wrapped = wrapTo2Pi(angle)
  % WRAPTO2PI  Angles within a turn, rad.
  %
  %   wrapped = wrapTo2Pi(angle)
  %
  %   wrapped are angles from 0 to 2*pi rad.  Multiples of 2*pi above 0 become 2*pi.
  %
  %   Example:
  %     >> wrapTo2Pi([-pi/2 0])
  %     ans =
  %
  %        4.7124        0
  %
  %   See also angdiff, wrapToPi, wrapTo180, wrapTo360.
  if ! isnumeric(angle) || ! isreal(angle)
    error("condyle:argument", "wrapTo2Pi: expected angles, real numbers");
  end
  wrapped = mod(angle, 2 * pi);
  wrapped(wrapped == 0 & angle > 0) = 2 * pi;
  wrapped(isinf(angle)) = NaN;
end
