classdef transformArray < objectArray
  % TRANSFORMARRAY  What arrays of so2, so3, se2 and se3 have in common: products and interpolation.
  %
  %   a * b            products of the transforms; one transform counts for all, arrays go with arrays of one shape,
  %                    element by element, as a .* b does; T * points transforms columns of points
  %   a / b, a ./ b    a times the inverse of b;  a \ b   the inverse of a times b;  inv(a), a'   the inverse
  %   rotm(a), tform(a), trvec(a)   rotation matrices, homogeneous matrices and translations of all elements
  %   transform(a,points)           points as rows; transform(a,points,"IsCol",true) has them as columns
  %   interp(a,b,points)            at points from 0 to 1; interp(a,b,n) at n points; interp(...,"Method") is accepted
  %   dist(a,b), dist(a,b,weights)  of transforms: weights(1) * distance + weights(2) * angle, [1 0.1] by default; of
  %                                 rotations: the angle, rad
  %   normalize(a)                  the nearest rotations
  %
  %   Example:
  %     >> a = so2(pi/2,"theta");
  %     >> round(transform(a*a,[1 0]))
  %     ans =
  %
  %       -1   0
  %
  %   See also objectArray, se3, so3, se2, so2.
  methods
    function c = mtimes(a, b)
      if ! isobject(b)
        c = columnsOf(a, b);
        return;
      end
      [a, b, shape] = paired(a, b);
      c = make(a, multiplyPages(a.M, b.M), shape);
    end
    function c = times(a, b)
      c = mtimes(a, b);
    end
    function c = mrdivide(a, b)
      c = mtimes(a, inv(b));
    end
    function c = rdivide(a, b)
      c = mtimes(a, inv(b));
    end
    function c = mldivide(a, b)
      c = mtimes(inv(a), b);
    end
    function b = ctranspose(a)
      b = inv(a);
    end
    function b = inv(a)
      b = make(a, invertPages(a.M, isRotation(a)), a.Shape);
    end
    function b = mpower(a, n)
      if ! isnumeric(n) || ! isscalar(n) || n != fix(n)
        error("condyle:argument", "expected a whole number as the exponent");
      end
      b = make(a, repmat(eye(size(a.M, 1)), 1, 1, prod(a.Shape)), a.Shape);
      if n < 0
        a = inv(a);
      end
      for k = 1:abs(n)
        b = mtimes(b, a);
      end
    end
    function R = rotm(a)
      R = a.M;
      if ! isRotation(a)
        R = a.M(1:end - 1, 1:end - 1, :);
      end
    end
    function T = tform(a)
      T = a.M;
      if isRotation(a)
        T = transformFrom(a.M);
      end
    end
    function t = trvec(a)
      t = tform2trvec(tform(a));
    end
    function b = normalize(a, varargin)
      k = size(rotm(a), 1);
      M = a.M;
      for i = 1:size(M, 3)
        [U, ~, V] = svd(M(1:k, 1:k, i));
        M(1:k, 1:k, i) = U * diag([ones(1, k - 1), det(U * V')]) * V';
      end
      b = make(a, M, a.Shape);
    end
    function moved = transform(a, points, varargin)
      options = readOptions("transform", asPairs(varargin), struct("IsCol", false));
      d = size(rotm(a), 1);
      if ! options.IsCol
        points = points';
      end
      if ! isnumeric(points) || size(points, 1) != d
        error("condyle:argument", "transform: expected points of %d coordinates", d);
      end
      T = tform(a);
      moved = multiplyPages(T(1:d, 1:d, :), points) + T(1:d, d + 1, :);
      if ! options.IsCol
        moved = permute(moved, [2 1 3]);
      end
    end
    function c = interp(a, b, points, varargin)
      if isscalar(points) && points >= 2 && points == fix(points)
        points = linspace(0, 1, points);
      end
      if ! isnumeric(points) || any(! (points >= 0 & points <= 1))
        error("condyle:argument", "interp: expected points from 0 to 1, or their number, 2 at least");
      end
      [a, b] = paired(a, b);
      M = zeros(size(a.M, 1), size(a.M, 1), 0);
      for i = 1:size(b.M, 3)
        M = cat(3, M, between(a.M(:, :, min(i, end)), b.M(:, :, i), points(:)', isRotation(a)));
      end
      c = make(a, M);
      if size(b.M, 3) > 1
        c = reshape(c, [numel(points), size(b.M, 3)]);
      end
    end
    function d = dist(a, b, weights)
      if nargin < 3
        weights = [1 0.1];
      end
      [a, b, shape] = paired(a, b);
      angle = anglesOf(multiplyPages(permute(rotm(a), [2 1 3]), rotm(b)));
      if isRotation(a)
        d = angle;
      else
        d = weights(1) * sqrt(sum((trvec(a) - trvec(b)) .^ 2, 2)) + weights(2) * angle;
      end
      d = reshape(d, shape);
    end
    function rotation = isRotation(a)
      rotation = any(strcmp(class(a), {"so2", "so3"}));
    end
    function moved = columnsOf(a, points)
      d = size(rotm(a), 1);
      if size(points, 1) == d
        moved = transform(a, points, "IsCol", true);
      elseif ! isRotation(a) && size(points, 1) == d + 1
        moved = multiplyPages(a.M, points);
      else
        error("condyle:argument", "expected a %s, or columns of %d coordinates", class(a), d);
      end
    end
  end
end

% Transforms from A to B: the rotation turns about one axis, the translation moves on a straight line.
function M = between(a, b, s, rotation)
  k = size(a, 1) - ! rotation;
  R = a(1:k, 1:k)' * b(1:k, 1:k);
  if k == 2
    angle = atan2(R(2, 1), R(1, 1)) * s;
    turned = turnAbout(3, angle(:))(1:2, 1:2, :);
  else
    axang = axisFromQuaternion("interp", quaternionFromRotation(R));
    turned = rotationFromAxis("interp", [repmat(axang(1:3), numel(s), 1), axang(4) * s(:)]);
  end
  M = multiplyPages(a(1:k, 1:k), turned);
  if ! rotation
    M = transformFrom(M);
    M(1:k, end, :) = reshape(a(1:k, end) .* (1 - s) + b(1:k, end) .* s, k, 1, []);
  end
end

% Angles of rotations in a plane or in space, from 0 to pi.
function angle = anglesOf(R)
  if size(R, 1) == 2
    angle = abs(atan2(R(2, 1, :), R(1, 1, :)))(:);
  else
    angle = axisFromQuaternion("dist", quaternionFromRotation(R))(:, 4);
  end
end

function B = invertPages(A, rotation)
  if rotation
    B = permute(A, [2 1 3]);
    return;
  end
  k = size(A, 1) - 1;
  B = transformFrom(permute(A(1:k, 1:k, :), [2 1 3]));
  B(1:k, k + 1, :) = -multiplyPages(B(1:k, 1:k, :), A(1:k, k + 1, :));
end
