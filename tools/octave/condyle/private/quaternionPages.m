% Quaternions of the arguments of the class quaternion: 4-by-1-by-n.
function M = quaternionPages(given)
  if isempty(given)
    rows = zeros(1, 4);
  elseif numel(given) == 1 && any(strcmp(class(given{1}), {"se3", "so3"}))
    rows = quat(given{1});
  elseif numel(given) == 1
    rows = needRows("quaternion", "quaternions", given{1}, 4);
  elseif numel(given) == 4 && isnumeric(given{2})
    for k = 1:4
      if ! isnumeric(given{k}) || ! isreal(given{k}) || ! isequal(size(given{k}), size(given{1}))
        error("condyle:argument", "quaternion: expected four arrays of real numbers of one shape");
      end
    end
    rows = [given{1}(:), given{2}(:), given{3}(:), given{4}(:)];
  else
    rows = rowsOfForm(given{:});
  end
  M = reshape(double(rows)', 4, 1, []);
end

function rows = rowsOfForm(numbers, form, varargin)
  if ! ischar(form)
    error("condyle:argument", "quaternion: expected the form of the numbers as a name");
  end
  type = "frame";
  if any(strcmpi(form, {"rotmat", "euler", "eulerd"}))
    if isempty(varargin) || ! any(strcmpi(varargin{end}, {"frame", "point"}))
      error("condyle:argument", "quaternion: expected ""frame"" or ""point"" at the end");
    end
    type = lower(varargin{end});
  end
  switch lower(form)
    case {"rotvec", "rotvecd"}
      vectors = needRows("quaternion", "rotation vectors", numbers, 3);
      if strcmpi(form, "rotvecd")
        vectors = vectors * (pi / 180);
      end
      angle = sqrt(sum(vectors .^ 2, 2));
      vectors(angle == 0, 3) = 1; # any axis
      rows = axang2quat([vectors, angle]);
    case "rotmat"
      R = needPages("quaternion", "rotation matrices", numbers, 3);
      if strcmp(type, "frame")
        R = permute(R, [2 1 3]);
      end
      rows = rotm2quat(R);
    case {"euler", "eulerd"}
      angles = needRows("quaternion", "Euler angles", numbers, 3);
      if strcmpi(form, "eulerd")
        angles = angles * (pi / 180);
      end
      if numel(varargin) != 2
        error("condyle:argument", "quaternion: expected a sequence, and ""frame"" or ""point""");
      end
      if strcmp(type, "frame")
        rows = eul2quat(angles, varargin{1});
      else
        rows = eul2quat(fliplr(angles), fliplr(varargin{1}));
      end
    otherwise
      error("condyle:argument", "quaternion: there is no form '%s'; expected one of rotvec, rotvecd, rotmat, euler, eulerd", form);
  end
end
