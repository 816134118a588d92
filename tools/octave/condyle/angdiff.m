function delta = angdiff(alpha, beta)
  % ANGDIFF  Differences of angles.
  %
  %   delta = angdiff(alpha,beta)   beta - alpha, of arrays of one size
  %   delta = angdiff(alpha)        differences between the neighbours in a vector, or in the columns of a matrix
  %
  %   Angles are in rad; delta is from -pi to pi.
  %
  %   Example:
  %     >> angdiff(pi,2*pi)
  %     ans = 3.1416
  %     >> angdiff([0.1 0.3 -0.2])
  %     ans =
  %
  %        0.2000  -0.5000
  %
  %   See also wrapToPi, wrapTo2Pi.
  if nargin < 2
    needArguments(nargin, 1, "angdiff(alpha)");
    needAngles(alpha);
    delta = wrapToPi(diff(alpha));
  else
    needAngles(alpha);
    needAngles(beta);
    if ! isscalar(alpha) && ! isscalar(beta) && ! isequal(size(alpha), size(beta))
      error("condyle:argument", "angdiff: expected two arrays of one size");
    end
    delta = wrapToPi(beta - alpha);
  end
end

function needAngles(angles)
  if ! isnumeric(angles) || ! isreal(angles)
    error("condyle:argument", "angdiff: expected angles, real numbers");
  end
end
