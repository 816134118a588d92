classdef objectArray
  % OBJECTARRAY  What arrays of so2, so3, se2, se3 and quaternion have in common: elements and shape.
  %
  %   a(k), a(end), a(k) = b, a(k) = []     elements
  %   [a b], [a; b], reshape(a,...), a.'    arrays of them
  %   size(a), numel(a), length(a), isempty(a), isequal(a,b), a == b
  %
  %   Example:
  %     >> a = so2([0.1 0.2 0.3],"theta");
  %     >> b = [a a(1)];
  %     >> size(b)
  %     ans =
  %
  %        1   4
  %
  %     >> theta(b(end))
  %     ans = 0.1000
  %
  %   See also transformArray, quaternion.
  properties (Hidden)
    M = eye(3);      % the matrices, k-by-k-by-n
    Shape = [1 1];   % of the array
  end
  methods
    function numbers = pagesOf(a)
      numbers = a.M;
    end
    function varargout = size(a, varargin)
      [varargout{1:max(nargout, 1)}] = size(zeros(a.Shape), varargin{:});
    end
    function n = numel(a, varargin)
      n = prod(a.Shape);
    end
    function n = length(a)
      n = max(a.Shape);
    end
    function empty = isempty(a)
      empty = prod(a.Shape) == 0;
    end
    function k = end(a, place, places)
      k = prod(a.Shape);
      if places > 1
        k = size(a, place);
      end
    end
    function b = make(a, M, shape)
      % An array of the class of A.
      b = a;
      b.M = M;
      if nargin < 3
        shape = [1, size(M, 3)];
      end
      b.Shape = shape;
    end
    function b = reshape(a, varargin)
      b = make(a, a.M, size(reshape(zeros(a.Shape), varargin{:})));
    end
    function b = transpose(a)
      b = pick(a, reshape(1:prod(a.Shape), a.Shape).');
    end
    function b = pick(a, places)
      b = make(a, a.M(:, :, places), size(places));
    end
    function all = horzcat(varargin)
      all = joinArrays(2, varargin);
    end
    function all = vertcat(varargin)
      all = joinArrays(1, varargin);
    end
    function varargout = subsref(a, s)
      if strcmp(s(1).type, "()")
        places = reshape(1:prod(a.Shape), a.Shape);
        b = pick(a, places(s(1).subs{:}));
        if numel(s) > 1
          [varargout{1:max(nargout, 1)}] = subsref(b, s(2:end));
        else
          varargout{1} = b;
        end
      else
        [varargout{1:max(nargout, 1)}] = builtin("subsref", a, s);
      end
    end
    function a = subsasgn(a, s, b)
      if ! strcmp(s(1).type, "()")
        a = builtin("subsasgn", a, s, b);
        return;
      end
      places = reshape(1:prod(a.Shape), a.Shape);
      if isnumeric(b) && isempty(b) && numel(s) == 1
        places(s(1).subs{:}) = [];
        a = pick(a, places);
        return;
      end
      if ! strcmp(class(a), class(b)) || numel(s) > 1
        error("condyle:argument", "expected a %s on the right side of the assignment", class(a));
      end
      places(s(1).subs{:}) = prod(a.Shape) + reshape(1:prod(b.Shape), b.Shape);
      # elements that the assignment skips are those of an object without arguments
      places(places == 0) = prod(a.Shape) + prod(b.Shape) + 1;
      M = cat(3, a.M, b.M, feval(class(a)).M);
      a = make(a, M(:, :, places), size(places));
    end
    function same = eq(a, b)
      [a, b, shape] = paired(a, b);
      same = reshape(all(all(a.M == b.M, 1), 2), shape);
    end
    function different = ne(a, b)
      different = ! eq(a, b);
    end
    function same = isequal(a, varargin)
      same = all(cellfun(@(b) strcmp(class(a), class(b)) && isequal(a.Shape, b.Shape) && isequal(a.M, b.M), varargin));
    end
    function disp(a)
      if prod(a.Shape) == 1
        disp(a.M);
      else
        printf("  %s %s array\n", strjoin(arrayfun(@(k) sprintf("%d", k), a.Shape, "UniformOutput", false), "x"), ...
               class(a));
      end
    end
    function display(a)
      printf("%s = %s\n", inputname(1), class(a));
      disp(a);
      printf("\n");
    end
    % The kind of an argument of another class: two arrays of one class, and the shape of their element-wise results.
    function [a, b, shape] = paired(a, b)
      if ! strcmp(class(a), class(b))
        error("condyle:argument", "expected two arrays of one class, not %s and %s", class(a), class(b));
      end
      shape = a.Shape;
      if prod(a.Shape) == 1
        shape = b.Shape;
      elseif prod(b.Shape) != 1 && ! isequal(a.Shape, b.Shape)
        error("condyle:argument", "expected arrays of one shape, or one element");
      end
      [a.M, b.M] = deal(a.M + zeros(1, 1, prod(shape)), b.M + zeros(1, 1, prod(shape)));
    end
  end
end

% Arrays side by side, or one below the other.
function all = joinArrays(dimension, list)
  first = list{1};
  M = zeros(size(first.M, 1), size(first.M, 2), 0);
  places = cell(size(list));
  for i = 1:numel(list)
    if ! strcmp(class(list{i}), class(first))
      error("condyle:argument", "%s and %s do not go into one array", class(first), class(list{i}));
    end
    places{i} = size(M, 3) + reshape(1:prod(list{i}.Shape), list{i}.Shape);
    M = cat(3, M, list{i}.M);
  end
  places = cat(dimension, places{:});
  all = make(first, M(:, :, places), size(places));
end
