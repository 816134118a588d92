% Rotation matrices of the arguments of so2 and se2: 2-by-2-by-n.
function R = planePages(caller, arguments)
  if isempty(arguments)
    R = eye(2);
  elseif numel(arguments) == 1
    R = needPages(caller, "rotation matrices or transforms", arguments{1}, [2 3])(1:2, 1:2, :);
  elseif ischar(arguments{2}) && strcmpi(arguments{2}, "theta") && isnumeric(arguments{1}) && isreal(arguments{1})
    R = turnAbout(3, double(arguments{1}(:)))(1:2, 1:2, :);
  else
    error("condyle:argument", "%s: expected rotation matrices, or angles and ""theta""", caller);
  end
end
