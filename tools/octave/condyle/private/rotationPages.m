% Rotation matrices of the arguments of so3 and se3: 3-by-3-by-n.
function R = rotationPages(caller, arguments)
  if isempty(arguments)
    R = eye(3);
    return;
  end
  given = arguments{1};
  kind = "";
  if numel(arguments) > 1
    kind = arguments{2};
    if ! ischar(kind) || numel(arguments) > 2 + strcmpi(kind, "eul")
      error("condyle:argument", "%s: expected the form of the numbers as a name: eul, quat, axang, rotx, roty or rotz", caller);
    end
  end
  switch lower(kind)
    case ""
      if isa(given, "quaternion")
        R = quat2rotm(given);
      else
        R = needPages(caller, "rotation matrices or transforms", given, [3 4])(1:3, 1:3, :);
      end
    case "eul"
      R = eul2rotm(given, arguments{3:end});
    case "quat"
      R = quat2rotm(given);
    case "axang"
      R = axang2rotm(given);
    case {"rotx", "roty", "rotz"}
      if ! isnumeric(given) || ! isreal(given)
        error("condyle:argument", "%s: expected angles, real numbers", caller);
      end
      R = turnAbout(lower(kind(4)) - "x" + 1, double(given(:)));
    otherwise
      error("condyle:argument", "%s: there is no form '%s'; expected one of eul, quat, axang, rotx, roty, rotz", ...
            caller, kind);
  end
end
