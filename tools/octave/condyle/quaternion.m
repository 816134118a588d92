classdef quaternion < objectArray
  % QUATERNION  Quaternions, one or an array.
  %
  %   q = quaternion(a,b,c,d)                          a + b i + c j + d k, of arrays of one shape
  %   q = quaternion(numbers)                          n-by-4
  %   q = quaternion(vectors,"rotvec"), (vectors,"rotvecd")          n-by-3, rad or degrees
  %   q = quaternion(matrices,"rotmat",type)           3-by-3-by-n
  %   q = quaternion(angles,"euler",sequence,type), (angles,"eulerd",sequence,type)
  %   q = quaternion(T)                                se3 or so3 objects
  %
  %   type is "frame" or "point": a frame is turned by q1 q2 q3, about axes that turn with it, a point by q3 q2 q1 of
  %   the three rotations of a sequence; rotmat(q,"frame") is the transpose of rotmat(q,"point").
  %
  %   Arithmetic: a * b and a .* b (products), a + b, a - b, -a, a / s, a ./ b, a .\ b, a .^ s, a', conj(a), exp(a),
  %   log(a), norm(a), normalize(a), prod(a), parts(a) (four arrays), compact(a) (n-by-4)
  %   Rotations: rotateframe(q,points), rotatepoint(q,points) (points as rows), rotmat(q,type), rotvec(q), rotvecd(q),
  %   euler(q,sequence,type), eulerd(q,sequence,type), slerp(a,b,t), dist(a,b) (rad), angvel(q,dt,type), meanrot(q)
  %
  %   Where the package quaternion of Octave Forge is loaded after this one, that package's class is used.
  %
  %   Example:
  %     >> q = quaternion([90 0 0],"eulerd","ZYX","frame");
  %     >> compact(q)
  %     ans =
  %
  %        0.7071        0        0   0.7071
  %
  %     >> round(rotatepoint(q,[0 1 0]))
  %     ans =
  %
  %       -1   0   0
  %
  %   See also objectArray, quat2eul, so3.
  methods
    function q = quaternion(varargin)
      q.M = quaternionPages(varargin);
      q.Shape = [size(q.M, 3), 1];
      if nargin == 0
        q.Shape = [1 1];
      elseif nargin == 4 && isnumeric(varargin{2})
        q.Shape = size(varargin{1});
      end
    end
    function rows = compact(q)
      rows = reshape(q.M, 4, [])';
    end
    function varargout = parts(q)
      for k = 1:4
        varargout{k} = reshape(q.M(k, 1, :), q.Shape);
      end
    end
    function p = ofRows(q, rows, shape)
      p = make(q, reshape(rows', 4, 1, []), shape);
    end
    function c = times(a, b)
      [a, b, shape] = operands(a, b);
      c = ofRows(a, multiplyQuaternions(compact(a), compact(b)), shape);
    end
    function c = mtimes(a, b)
      c = times(a, b);
    end
    function c = plus(a, b)
      [a, b, shape] = operands(a, b);
      c = make(a, a.M + b.M, shape);
    end
    function c = minus(a, b)
      c = plus(a, -b);
    end
    function b = uminus(a)
      b = make(a, -a.M, a.Shape);
    end
    function b = uplus(a)
      b = a;
    end
    function b = conj(a)
      b = make(a, a.M .* [1; -1; -1; -1], a.Shape);
    end
    function b = ctranspose(a)
      b = transpose(conj(a));
    end
    function b = inv(a)
      b = make(a, (a.M .* [1; -1; -1; -1]) ./ sum(a.M .^ 2, 1), a.Shape);
    end
    function c = rdivide(a, b)
      [a, b] = operands(a, b);
      c = times(a, inv(b));
    end
    function c = mrdivide(a, b)
      c = rdivide(a, b);
    end
    function c = ldivide(a, b)
      [a, b] = operands(a, b);
      c = times(inv(a), b);
    end
    function b = exp(a)
      rows = compact(a);
      angle = sqrt(sum(rows(:, 2:4) .^ 2, 2));
      scale = ones(size(angle));
      scale(angle > 0) = sin(angle(angle > 0)) ./ angle(angle > 0);
      b = ofRows(a, exp(rows(:, 1)) .* [cos(angle), rows(:, 2:4) .* scale], a.Shape);
    end
    function b = log(a)
      rows = compact(a);
      s = sqrt(sum(rows(:, 2:4) .^ 2, 2));
      angle = atan2(s, rows(:, 1));
      scale = zeros(size(s));
      scale(s > 0) = angle(s > 0) ./ s(s > 0);
      b = ofRows(a, [log(sqrt(sum(rows .^ 2, 2))), rows(:, 2:4) .* scale], a.Shape);
    end
    function c = power(a, s)
      if ! isnumeric(s) || ! isreal(s)
        error("condyle:argument", "quaternion: expected real numbers as exponents");
      end
      logs = log(a);
      n = max(prod(a.Shape), numel(s));
      shape = a.Shape;
      if prod(a.Shape) == 1
        shape = size(s);
      end
      c = exp(ofRows(a, (compact(logs) + zeros(n, 4)) .* s(:), shape));
    end
    function c = mpower(a, s)
      c = power(a, s);
    end
    function n = norm(a)
      n = reshape(sqrt(sum(a.M .^ 2, 1)), a.Shape);
    end
    function b = normalize(a)
      b = ofRows(a, unitRows("normalize", "quaternion", compact(a)), a.Shape);
    end
    function b = prod(a)
      b = quaternion(1, 0, 0, 0);
      for k = 1:numel(a)
        b = times(b, pick(a, k));
      end
    end
    function R = rotmat(q, type)
      needArguments(nargin, 2, "rotmat(q,type)");
      R = quat2rotm(compact(q));
      if isFrame(type)
        R = permute(R, [2 1 3]);
      end
    end
    function v = rotvec(q)
      axang = quat2axang(compact(q));
      v = axang(:, 1:3) .* axang(:, 4);
    end
    function v = rotvecd(q)
      v = rotvec(q) * (180 / pi);
    end
    function angles = euler(q, sequence, type)
      needArguments(nargin, 3, "euler(q,sequence,type)");
      if isFrame(type)
        angles = quat2eul(compact(q), sequence);
      else
        angles = fliplr(quat2eul(compact(q), fliplr(sequence)));
      end
    end
    function angles = eulerd(q, sequence, type)
      needArguments(nargin, 3, "eulerd(q,sequence,type)");
      angles = euler(q, sequence, type) * (180 / pi);
    end
    function moved = rotatepoint(q, points)
      moved = turned(compact(q), points);
    end
    function moved = rotateframe(q, points)
      moved = turned(compact(conj(q)), points);
    end
    function c = slerp(a, b, t)
      needArguments(nargin, 3, "slerp(a,b,t)");
      [a, b, shape] = operands(normalize(a), normalize(b));
      step = times(conj(a), b);
      step.M = step.M .* (1 - 2 * (step.M(1, 1, :) < 0)); # the shorter way
      c = times(a, power(step, t));
    end
    function d = dist(a, b)
      [a, b, shape] = operands(normalize(a), normalize(b));
      rows = compact(times(conj(a), b));
      d = reshape(2 * atan2(sqrt(sum(rows(:, 2:4) .^ 2, 2)), abs(rows(:, 1))), shape);
    end
    function rates = angvel(q, dt, type)
      needArguments(nargin, 3, "angvel(q,dt,type)");
      rows = compact(normalize(q));
      before = [1 0 0 0; rows(1:end - 1, :)];
      conjugate = before .* [1 -1 -1 -1];
      if isFrame(type)
        step = multiplyQuaternions(conjugate, rows);
      else
        step = multiplyQuaternions(rows, conjugate);
      end
      axang = quat2axang(step);
      rates = axang(:, 1:3) .* axang(:, 4) / dt;
    end
    function mean = meanrot(q)
      rows = compact(normalize(q));
      [V, D] = eig(rows' * rows);
      [~, largest] = max(diag(D));
      row = V(:, largest)';
      mean = quaternion(row * (1 - 2 * (row(1) < 0)));
    end
    function disp(q)
      numbers = compact(q);
      if size(numbers, 1) != 1
        printf("  %s quaternion array\n", strjoin(arrayfun(@(k) sprintf("%d", k), q.Shape, "UniformOutput", false), ...
                                                  "x"));
      end
      for k = 1:size(numbers, 1)
        signs = {"+", "-"}(1 + (numbers(k, 2:4) < 0));
        printf("  %8.5g %s %8.5gi %s %8.5gj %s %8.5gk\n", numbers(k, 1), signs{1}, abs(numbers(k, 2)), signs{2}, ...
               abs(numbers(k, 3)), signs{3}, abs(numbers(k, 4)));
      end
    end
  end
end

% Tells whether a type is "frame"; it may also be "point".
function frame = isFrame(type)
  if ! ischar(type) || ! any(strcmpi(type, {"frame", "point"}))
    error("condyle:argument", "quaternion: expected ""frame"" or ""point""");
  end
  frame = strcmpi(type, "frame");
end

% Two arrays of quaternions of one shape; real numbers become quaternions.
function [a, b, shape] = operands(a, b)
  [a, b, shape] = paired(asQuaternion(a), asQuaternion(b));
end

function q = asQuaternion(q)
  if isnumeric(q) && isreal(q)
    q = quaternion(q, zeros(size(q)), zeros(size(q)), zeros(size(q)));
  elseif ! isa(q, "quaternion")
    error("condyle:argument", "expected quaternions or real numbers, not %s", class(q));
  end
end

% Points (rows) turned by quaternions; one quaternion or one point counts for all.
function moved = turned(q, points)
  points = needRows("quaternion", "points", points, 3);
  q = unitRows("quaternion", "quaternion", q);
  n = max(size(q, 1), size(points, 1));
  p = [zeros(n, 1), points + zeros(n, 3)];
  q = q + zeros(n, 4);
  moved = multiplyQuaternions(multiplyQuaternions(q, p), q .* [1 -1 -1 -1])(:, 2:4);
end
