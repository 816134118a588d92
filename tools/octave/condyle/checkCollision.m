function varargout = checkCollision(robot = [], varargin)
  % CHECKCOLLISION  Tell whether shapes overlap, and how far they are apart.
  %
  %   [hit,distance,points] = checkCollision(object1,object2)
  %   [hit,distances,points] = checkCollision(robot,q)
  %   [hit,distances,points] = checkCollision(robot,q,world)
  %   ... = checkCollision(...,Name,Value)
  %
  %   Of two collision objects: hit is 1 where they overlap; then distance and points are NaN.  points (3-by-2) are the
  %   nearest points of the first and the second.
  %
  %   Of a robot: world is a cell array of collision objects in the robot's base frame.  hit is whether the robot hits
  %   itself, with a world [whether itself, whether the world].  distances is (m+1)-by-(m+1+w): the bodies in the order
  %   of robot.Bodies, then the base, then the w objects; NaN of pairs that overlap, Inf of pairs that are not looked
  %   at; points are 3-by-2 for each distance.  Only the shapes of Collisions count; robots by name have those of their
  %   visuals there.
  %
  %   IgnoreSelfCollision     "on" or true: the world alone; hit is one value, distances are (m+1)-by-w.  "off" by
  %   default
  %   Exhaustive              "on" or true: all pairs; "off" by default: where distances are not asked for, or the robot
  %                           hits something, the search ends with the first pair that overlaps
  %   SkippedSelfCollisions   "parent" (default): bodies beside their parents are not looked at, where bodies that fixed
  %                           joints connect count as one; "adjacent": nor are bodies that follow each other in Bodies;
  %                           {body1,body2; ...}: all pairs are looked at but these, also a body beside its parent
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> q = [0 -1.2 1.5 -1.9 -1.57 0];
  %     >> wall = collisionBox(0.1,2,2,"Pose",trvec2tform([1.5 0 0.5]));
  %     >> checkCollision(robot,q,{wall})
  %     ans =
  %       0  0
  %
  %     >> wall.Pose(1,4) = 0.5;
  %     >> checkCollision(robot,q,{wall},"IgnoreSelfCollision","on")
  %     ans = 1
  %
  %   See also addCollision, collisionBox, manipulatorRRT.
  if isa(robot, "collisionGeometry") || (! isempty(varargin) && isa(varargin{1}, "collisionGeometry"))
    error("condyle:argument", "checkCollision: expected two collision objects, or a robot and a configuration");
  end
  [robot, variable] = asObject(robot, inputname(1, false), "checkCollision");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.checkCollision(asPairs(varargin){:});
end
