function [workspace, configurations] = generateRobotWorkspace(robot, environment, varargin)
  % GENERATEROBOTWORKSPACE  Places that a body reaches without a collision.
  %
  %   [workspace,configurations] = generateRobotWorkspace(robot,environment)
  %   [workspace,configurations] = generateRobotWorkspace(robot,environment,body)     the last body by default
  %
  %   Random configurations within the limits of the joints; those that collide with the environment (a cell array of
  %   collision objects, {} for none) or with the robot itself are left out.  workspace has the body's position in each
  %   row, m in the base frame; configurations a configuration each row.  rand decides: rand("twister",1) makes it
  %   repeatable.
  %
  %   MaxNumSamples           number of configurations that are tried, 5000
  %   IgnoreSelfCollision     "off" (default) or "on"
  %   SkippedSelfCollisions   as of checkCollision: "parent" (default), "adjacent", or {body1,body2; ...}
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> rand("twister",1)
  %     >> floor = collisionBox(2,2,0.1,"Pose",trvec2tform([0 0 -0.2]));
  %     >> [places,q] = generateRobotWorkspace(robot,{floor},"MaxNumSamples",50);
  %     >> T = getTransform(robot,q,"tool0");
  %     >> norm(places' - squeeze(T(1:3,4,:))) < 1e-12
  %     ans = 1
  %
  %   See also manipulabilityIndex, showWorkspaceAnalysis, checkCollision.
  needArguments(nargin, 2, "generateRobotWorkspace(robot,environment)");
  robot = copy(asRigidBodyTree(robot, "generateRobotWorkspace", "a rigidBodyTree"));
  robot.DataFormat = "row";
  varargin = asPairs(varargin);
  body = [{robot.BaseName}, robot.BodyNames]{end};
  if mod(numel(varargin), 2) == 1
    body = needName("generateRobotWorkspace", varargin{1});
    varargin(1) = [];
  end
  options = readOptions("generateRobotWorkspace", varargin, ...
                        struct("MaxNumSamples", 5000, "IgnoreSelfCollision", "off", ...
                        "SkippedSelfCollisions", "parent"));
  needWhole(options.MaxNumSamples, "generateRobotWorkspace: MaxNumSamples");
  planner = manipulatorRRT(robot, environment, "IgnoreSelfCollision", options.IgnoreSelfCollision, ...
                           "SkippedSelfCollisions", options.SkippedSelfCollisions);
  configurations = zeros(options.MaxNumSamples, numel(homeConfiguration(robot)));
  free = false(options.MaxNumSamples, 1);
  for k = 1:options.MaxNumSamples
    configurations(k, :) = randomConfiguration(robot);
    free(k) = isFree(planner, configurations(k, :));
  end
  configurations = configurations(free, :);
  workspace = zeros(rows(configurations), 3);
  if any(free)
    workspace = reshape(getTransform(robot, configurations, body)(1:3, 4, :), 3, [])';
  end
end
