classdef se2 < transformArray
  % SE2  Rotations and translations in a plane, one or an array.
  %
  %   T = se2                                        no motion
  %   T = se2(rotm), se2(rotm,trvec), se2(tform)     2-by-2-by-n, n-by-2, 3-by-3-by-n
  %   T = se2(R), se2(R,trvec)                       so2 objects
  %   T = se2(angle,"theta"), se2(angle,"theta",trvec)   angles, rad
  %   T = se2(trvec,"trvec"), se2(pose,"xytheta")    n-by-2; n-by-3, [x y theta]
  %
  %   trvec(T), theta(T), xytheta(T), rotm(T), tform(T) and so2(T) give these forms.
  %
  %   Example:
  %     >> T = se2([1 2 pi/2],"xytheta");
  %     >> xytheta(T*T)
  %     ans =
  %
  %       -1.0000   3.0000   3.1416
  %
  %   See also transformArray, so2, se3.
  methods
    function T = se2(varargin)
      given = varargin;
      translation = [0 0];
      kind = "";
      if numel(given) > 1 && ischar(given{2})
        kind = lower(given{2});
      end
      if strcmp(kind, "trvec")
        T.M = trvec2tform(needRows("se2", "translations", given{1}, 2));
      elseif numel(given) == 1 && isa(given{1}, "se2")
        T = given{1};
        return;
      elseif numel(given) == 1 && isnumeric(given{1}) && size(given{1}, 1) == 3
        T.M = needPages("se2", "transforms", given{1}, 3);
      else
        if strcmp(kind, "xytheta")
          pose = needRows("se2", "poses", given{1}, 3);
          translation = pose(:, 1:2);
          given = {pose(:, 3), "theta"};
        elseif numel(given) > 1 && isnumeric(given{end})
          translation = needRows("se2", "translations", given{end}, 2);
          given(end) = [];
        end
        R = planePages("se2", given);
        n = max(size(R, 3), size(translation, 1));
        if ! any(size(R, 3) == [1 n]) || ! any(size(translation, 1) == [1 n])
          error("condyle:argument", "se2: there are %d rotations and %d translations", size(R, 3), ...
                size(translation, 1));
        end
        T.M = transformFrom(R + zeros(1, 1, n));
        T.M(1:2, 3, :) = (translation + zeros(n, 1))';
      end
      T.Shape = [1, size(T.M, 3)];
    end
    function angle = theta(T)
      angle = reshape(atan2(T.M(2, 1, :), T.M(1, 1, :)), [], 1);
    end
    function pose = xytheta(T)
      pose = [tform2trvec(T.M), theta(T)];
    end
  end
end
