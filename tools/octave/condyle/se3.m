classdef se3 < transformArray
  % SE3  Rotations and translations in space, one or an array.
  %
  %   T = se3                        no motion
  %   T = se3(rotm), se3(rotm,trvec), se3(tform)          3-by-3-by-n, n-by-3, 4-by-4-by-n
  %   T = se3(R), se3(R,trvec)                            so3 or quaternion objects
  %   T = se3(euler,"eul"), se3(euler,"eul",sequence), se3(quat,"quat"), se3(axang,"axang")   rows of numbers
  %   T = se3(angle,"rotx"), se3(angle,"roty"), se3(angle,"rotz")                             angles, rad
  %   T = se3(...,trvec)                                  the same with a translation
  %   T = se3(trvec,"trvec"), se3(pose,"xyzquat")         n-by-3; n-by-7, [x y z qw qx qy qz]
  %
  %   trvec(T), eul(T,sequence), quat(T), axang(T), rotm(T), tform(T), xyzquat(T) and so3(T) give these forms.
  %
  %   Example:
  %     >> T = se3([pi/2 0 0],"eul",[1 2 3]);
  %     >> trvec(T*T)
  %     ans =
  %
  %       -1   3   6
  %
  %     >> T/T == se3
  %     ans = 1
  %
  %   See also transformArray, so3, se2, eul2tform.
  methods
    function T = se3(varargin)
      given = varargin;
      translation = [0 0 0];
      kind = "";
      if numel(given) > 1 && ischar(given{2})
        kind = lower(given{2});
      end
      if strcmp(kind, "trvec")
        T.M = trvec2tform(given{1});
      elseif strcmp(kind, "xyzquat")
        pose = needRows("se3", "poses", given{1}, 7);
        T.M = placed(quat2rotm(pose(:, 4:7)), pose(:, 1:3));
      elseif numel(given) == 1 && isa(given{1}, "se3")
        T = given{1};
        return;
      elseif numel(given) == 1 && isnumeric(given{1}) && size(given{1}, 1) == 4 && size(given{1}, 2) == 4
        T.M = needPages("se3", "transforms", given{1}, 4);
      else
        if numel(given) > 1 && isnumeric(given{end})
          translation = needRows("se3", "translations", given{end}, 3);
          given(end) = [];
        end
        T.M = placed(rotationPages("se3", given), translation);
      end
      T.Shape = [1, size(T.M, 3)];
    end
    function angles = eul(T, sequence)
      if nargin < 2
        sequence = "ZYX";
      end
      angles = tform2eul(T.M, sequence);
    end
    function q = quat(T)
      q = tform2quat(T.M);
    end
    function a = axang(T)
      a = tform2axang(T.M);
    end
    function pose = xyzquat(T)
      pose = [tform2trvec(T.M), tform2quat(T.M)];
    end
  end
end

% Transforms of rotations and translations; one of them counts for all.
function T = placed(R, t)
  n = max(size(R, 3), size(t, 1));
  if ! any(size(R, 3) == [1 n]) || ! any(size(t, 1) == [1 n])
    error("condyle:argument", "se3: there are %d rotations and %d translations", size(R, 3), size(t, 1));
  end
  T = transformFrom(R + zeros(1, 1, n));
  T(1:3, 4, :) = (t + zeros(n, 1))';
end
