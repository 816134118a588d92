classdef workspaceGoalRegion < handle
  % WORKSPACEGOALREGION  Poses that a body may have at the end of a plan.
  %
  %   region = workspaceGoalRegion(body)
  %   region = workspaceGoalRegion(body,Name,Value)
  %   poses = sample(region,n)                 n poses of the body, 4-by-4-by-n
  %   axes = show(region)                      draws its box of positions and its frame; show(region,"Parent",axes)
  %
  %   EndEffectorName         the body
  %   ReferencePose           the region's frame in the robot's base frame, 4-by-4, eye(4) by default
  %   Bounds                  [least most] of x, y, z (m) and of the rotations about z, y, x (rad) in this frame, 6-by-2
  %   EndEffectorOffsetPose   from the body's frame to the frame that is meant, eye(4) by default
  %
  %   Example:
  %     >> region = workspaceGoalRegion("tool0","ReferencePose",trvec2tform([0.5 0 0.3]));
  %     >> region.Bounds(1,:) = [-0.1 0.1];
  %     >> poses = sample(region,50);
  %     >> all(abs(poses(1,4,:) - 0.5) <= 0.1)
  %     ans = 1
  %
  %   See also manipulatorRRT.
  properties
    EndEffectorName
    ReferencePose = eye(4);
    Bounds = zeros(6, 2);
    EndEffectorOffsetPose = eye(4);
  end
  methods
    function region = workspaceGoalRegion(body, varargin)
      needArguments(nargin, 1, "workspaceGoalRegion(body)");
      region.EndEffectorName = needName("workspaceGoalRegion", body);
      setProperties(region, asPairs(varargin));
    end
    function set.ReferencePose(region, pose)
      region.ReferencePose = needPages("ReferencePose", "a pose", pose, 4);
    end
    function set.EndEffectorOffsetPose(region, pose)
      region.EndEffectorOffsetPose = needPages("EndEffectorOffsetPose", "a pose", pose, 4);
    end
    function set.Bounds(region, bounds)
      region.Bounds = needBounds("Bounds", bounds, 6);
    end
    function varargout = show(region, varargin)
      options = readOptions("show", asPairs(varargin), struct("Parent", []));
      handle = options.Parent;
      if isempty(handle)
        handle = gca();
      end
      was_held = ishold(handle);
      hold(handle, "on");
      [corners, faces] = shapeSurface(struct("Type", "box", "Size", [1 1 1]), "");
      bounds = region.Bounds(1:3, :);
      corners = mean(bounds, 2) + diff(bounds, 1, 2) .* corners;
      T = region.ReferencePose;
      patch("faces", faces', "vertices", (T(1:3, 1:3) * corners + T(1:3, 4))', "facecolor", [0.4 0.8 0.4], ...
            "facealpha", 0.3, "edgecolor", [0.2 0.5 0.2], "parent", handle);
      plotTransforms(tform2trvec(T), tform2quat(T), "Parent", handle, "FrameSize", max([0.05; diff(bounds, 1, 2)]));
      if ! was_held
        hold(handle, "off");
      end
      varargout = {handle}(1:nargout);
    end
    function poses = sample(region, count)
      if nargin < 2
        count = 1;
      end
      poses = zeros(4, 4, count);
      for k = 1:count
        p = region.Bounds(:, 1) + rand(6, 1) .* diff(region.Bounds, 1, 2);
        T = trvec2tform(p(1:3)') * eul2tform(p(4:6)', "ZYX");
        poses(:, :, k) = region.ReferencePose * T * inv(region.EndEffectorOffsetPose);
      end
    end
  end
end
