classdef so3 < transformArray
  % SO3  Rotations in space, one or an array.
  %
  %   R = so3                        no rotation
  %   R = so3(rotm)                  3-by-3-by-n
  %   R = so3(transform)             the rotations of se3 objects, or of 4-by-4-by-n matrices
  %   R = so3(quaternion)            a quaternion object
  %   R = so3(euler,"eul"), so3(euler,"eul",sequence), so3(quat,"quat"), so3(axang,"axang")   rows of numbers
  %   R = so3(angle,"rotx"), so3(angle,"roty"), so3(angle,"rotz")                             angles, rad
  %
  %   eul(R,sequence), quat(R), axang(R), rotm(R), tform(R) and se3(R) give the same rotations in these forms.
  %
  %   Example:
  %     >> R = so3([pi/2 0 0],"eul");
  %     >> eul(R*R)
  %     ans =
  %
  %        3.1416        0        0
  %
  %   See also transformArray, se3, so2, eul2rotm.
  methods
    function R = so3(varargin)
      R.M = rotationPages("so3", varargin);
      R.Shape = [1, size(R.M, 3)];
    end
    function angles = eul(R, sequence)
      if nargin < 2
        sequence = "ZYX";
      end
      angles = rotm2eul(R.M, sequence);
    end
    function q = quat(R)
      q = rotm2quat(R.M);
    end
    function a = axang(R)
      a = rotm2axang(R.M);
    end
  end
end
