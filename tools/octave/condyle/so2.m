classdef so2 < transformArray
  % SO2  Rotations in a plane, one or an array.
  %
  %   R = so2                  no rotation
  %   R = so2(rotm)            2-by-2-by-n
  %   R = so2(T)               the rotations of se2 objects
  %   R = so2(angle,"theta")   angles, rad
  %
  %   theta(R) has the angles, rotm(R) and tform(R) the matrices.
  %
  %   Example:
  %     >> theta(so2(0.3,"theta")*so2(0.4,"theta"))
  %     ans = 0.7000
  %
  %   See also transformArray, se2, so3.
  methods
    function R = so2(varargin)
      R.M = planePages("so2", varargin);
      R.Shape = [1, size(R.M, 3)];
    end
    function angle = theta(R)
      angle = reshape(atan2(R.M(2, 1, :), R.M(1, 1, :)), [], 1);
    end
  end
end
