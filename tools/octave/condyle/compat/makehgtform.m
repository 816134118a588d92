function T = makehgtform(varargin)
  % MAKEHGTFORM  The 4-by-4 transform of a chain of moves, of which the last comes first.
  %
  %   T = makehgtform(move,value,move,value,...)
  %
  %   "translate",[x y z] (or x,y,z), "scale",s or [sx sy sz], "xrotate",a, "yrotate",a, "zrotate",a,
  %   "axisrotate",axis,a; in radians.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> makehgtform("translate",[1 2 3])
  %     ans =
  %
  %        1   0   0   1
  %        0   1   0   2
  %        0   0   1   3
  %        0   0   0   1
  T = eye(4);
  i = 1;
  while i <= nargin
    kind = varargin{i};
    if ! ischar(kind)
      error("condyle:argument", "makehgtform: expected the name of a move as argument %d", i);
    end
    [step, used] = moveOf(lower(kind), varargin(i + 1:end));
    T = T * step;
    i += 1 + used;
  end
end

% The transform of one move, and how many values it takes.
function [T, used] = moveOf(kind, values)
  known = {"translate", "scale", "xrotate", "yrotate", "zrotate", "axisrotate"};
  if ! any(strcmp(kind, known)) || isempty(values)
    error("condyle:argument", "makehgtform: expected one of %s and its value, not '%s'", strjoin(known, ", "), kind);
  end
  used = 1;
  axes_of = struct("xrotate", [1 0 0], "yrotate", [0 1 0], "zrotate", [0 0 1]);
  switch kind
    case "translate"
      if isscalar(values{1})
        used = 3;
      end
      T = trvec2tform([values{1:used}](:)');
    case "scale"
      T = diag([values{1}(:)' .* [1 1 1], 1]);
    case "axisrotate"
      used = 2;
      T = axang2tform([values{1}(:)' / norm(values{1}), values{2}]);
    otherwise
      T = axang2tform([axes_of.(kind), values{1}]);
  end
end
