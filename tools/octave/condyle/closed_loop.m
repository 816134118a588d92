function loop = closed_loop(body, other, joint = "weld", in_body = eye(4), in_other = eye(4))
  % CLOSED_LOOP  A joint that closes a loop of a robot's bodies.
  %
  %   loop = closed_loop(body,other,joint)
  %   loop = closed_loop(body,other,joint,in_body,in_other)
  %
  %   joint is "weld" (the default), "ball", "revolute" or "cylindrical" (about z), "prismatic" (along z), or "plane"
  %   (normal z); or six flags, which components [wx wy wz vx vy vz] of the velocity between the places are zero.
  %   in_body and in_other, 4-by-4, are the places that coincide, in the frames of the two bodies; the axes are those of
  %   in_other.  loop is a struct with the fields Body, Other, Rows (the flags), InBody and InOther.
  %
  %   Example: the ends of two bars turn about y
  %     >> about_y = axang2tform([1 0 0 -pi/2]);
  %     >> loop = closed_loop("coupler","rocker","revolute",trvec2tform([0.8 0 0])*about_y,trvec2tform([0.6 0 0])*about_y);
  %     >> loop.Rows
  %     ans =
  %
  %       1  1  0  1  1  1
  %
  %
  %   See also loops, mechanism.
  needArguments(nargin, 2, "closed_loop(body,other,joint)");
  names = {"weld", "ball", "revolute", "prismatic", "cylindrical", "plane"};
  rows = logical([1 1 1 1 1 1; 0 0 0 1 1 1; 1 1 0 1 1 1; 1 1 1 1 1 0; 1 1 0 1 1 0; 0 0 0 0 0 1]);
  if ischar(joint)
    number = find(strcmp(joint, names));
    if isempty(number)
      error("condyle:argument", "joint: expected weld, ball, revolute, prismatic, cylindrical or plane, not '%s'", joint);
    end
    joint = rows(number, :);
  elseif numel(joint) != 6 || ! any(joint)
    error("condyle:argument", "joint: expected its name, or six flags of which one is set");
  end
  in_body = needPages("closed_loop", "in_body", in_body, 4);
  in_other = needPages("closed_loop", "in_other", in_other, 4);
  loop = struct("Body", char(body), "Other", char(other), "Rows", logical(joint(:)'), "InBody", in_body, ...
                "InOther", in_other);
end
