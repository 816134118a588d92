classdef mechanism < handle
  % MECHANISM  A robot with closed loops, moved by some of its joints.
  %
  %   bars = mechanism(robot,loops,actuated,configuration)
  %
  %   loops are structs of closed_loop; [] are those of the robot's file.  actuated are the names of the joints with
  %   drives, a cell array; [] are all.  The loops are closed near the configuration, by default home, and k
  %   independent coordinates are chosen there, joints with drives first.
  %
  %   Properties: Robot; Loops; Actuated; Configuration, at which the coordinates were chosen, with the loops closed;
  %   Coordinates, which degrees of freedom are independent; Joints, the names of the joints that these belong to.
  %
  %   [q,gaps,restarts] = assemble(bars,q,held)          closes the loops near q; gaps are the largest [angle distance] left,
  %                                                      rad and m.  held are names of joints that stay, by default the
  %                                                      independent ones.  restarts > 0: maybe on another branch than q
  %   [qd,qdd] = motion(bars,q,u,du)                     of all joints, for those of the independent coordinates
  %   [tau,forces] = inverse_dynamics(bars,q,u,du,fext)  torques of the drives, 0 at other joints; forces in the loops
  %   [du,forces] = forward_dynamics(bars,q,u,tau,fext)  accelerations of the independent coordinates
  %   [G,M,product,gravity] = terms(bars,q,u)            qd = G u, and M du + product + gravity = G' tau
  %   [dq,du,ddu] = derivatives(bars,q,u,du,fext)        of the torques by the independent coordinates, u and du, n-by-k
  %   [q,qd] = step(bars,q,qd,dt,tau,fext)               dt seconds later, with the loops closed
  %
  %   q, u and so on have a row (with DataFormat "column" a column) for each state; G and M a page.  [] is home, or zero.
  %   q has to close the loops, as that of assemble.  With more drives than degrees of freedom, the torques are those of
  %   the smallest sum of squares.
  %
  %   Example: an arm whose tool turns about a point that stays where it is
  %     >> robot = loadrobot("universalUR5e",DataFormat="row",Gravity=[0 0 -9.81]);
  %     >> loop = closed_loop("tool0",robot.BaseName,"ball",eye(4),trvec2tform([0.4 0.2 0.3]));
  %     >> arm = mechanism(robot,loop,{"shoulder_pan_joint","elbow_joint","wrist_3_joint"},[0 -1.5 1.5 0 0 0]);
  %     >> disp(arm)
  %     mechanism with 3 degrees of freedom: shoulder_pan_joint, elbow_joint, wrist_3_joint
  %     >> tau = inverse_dynamics(arm,arm.Configuration);
  %     >> printf("%.2f %.2f\n",tau([1 3]))
  %     -21.15 17.47
  %
  %   See also closed_loop, loops.
  properties (SetAccess = private)
    Robot
    Loops
    Actuated
    Configuration
    Coordinates
    Joints
  end
  properties (Access = private)
    Cells
  end
  methods
    function bars = mechanism(robot, loop_list = [], actuated = [], q = [])
      needArguments(nargin, 1, "mechanism(robot,loops,actuated,configuration)");
      bars.Robot = asRigidBodyTree(robot, "mechanism", "a rigidBodyTree");
      if isempty(loop_list)
        loop_list = loops(bars.Robot);
      end
      if isempty(actuated)
        limits = condyle("limits", bars.Robot.h);
        actuated = unique(limits.joint, "stable");
      end
      if ! (ischar(actuated) || iscellstr(actuated))
        error("condyle:argument", "mechanism: expected the names of the joints with drives, a cell array, not a %s", ...
              class(actuated));
      end
      bars.Loops = loop_list(:);
      bars.Actuated = cellstr(actuated)(:)';
      bars.Cells = cellsOf(loop_list);
      if strcmp(bars.Robot.DataFormat, "column")
        q = q(:);
      end
      bars.Configuration = call(bars, "assemble", {}, [], 0, {q});
      [bars.Coordinates, bars.Joints] = condyle("mechanism_coordinates", bars.Robot, bars.Cells, bars.Actuated, {}, ...
                                                bars.Configuration);
    end
    function [q, gaps, restarts] = assemble(bars, q = [], held = [])
      if isequal(size(q), [0 0])
        q = bars.Configuration;
      end
      if isempty(held)
        held = bars.Coordinates;
      elseif ! isnumeric(held)
        held = cellstr(held);
      end
      [q, angle, distance, restarts] = call(bars, "assemble", held, bars.Configuration, 0, {q});
      if strcmp(bars.Robot.DataFormat, "column")
        gaps = [angle; distance];
      else
        gaps = [angle, distance];
      end
    end
    function [qd, qdd] = motion(bars, varargin)
      [qd, qdd] = call(bars, "motion", {}, bars.Configuration, 0, varargin);
    end
    function [tau, forces] = inverse_dynamics(bars, varargin)
      [tau, forces] = call(bars, "inverse_dynamics", {}, bars.Configuration, 0, varargin);
    end
    function [du, forces] = forward_dynamics(bars, varargin)
      [du, forces] = call(bars, "forward_dynamics", {}, bars.Configuration, 0, varargin);
    end
    function [G, M, product, gravity] = terms(bars, varargin)
      [G, M, product, gravity] = call(bars, "terms", {}, bars.Configuration, 0, varargin);
    end
    function [by_q, by_u, by_du] = derivatives(bars, varargin)
      [by_q, by_u, by_du] = call(bars, "derivatives", {}, bars.Configuration, 0, varargin);
    end
    function [q, qd] = step(bars, q, qd, dt, varargin)
      needArguments(nargin, 4, "step(mechanism,q,qd,dt)");
      [q, qd] = call(bars, "step", {}, [], dt, [{q, qd}, varargin]);
    end
    function disp(bars)
      printf("mechanism with %d degrees of freedom: %s\n", numel(bars.Coordinates), strjoin(bars.Joints, ", "));
    end
  end
  methods (Access = private)
    function varargout = call(bars, name, held, at, dt, arrays)
      [varargout{1:max(nargout, 1)}] = condyle("mechanism", bars.Robot, bars.Cells, bars.Actuated, held, at, name, dt, ...
                                               arrays{:});
    end
  end
end

% Loops as the mex file takes them.
function cells = cellsOf(list)
  if ! isempty(list) && ! (isstruct(list) && all(isfield(list, {"Body", "Other", "Rows", "InBody", "InOther"})))
    error("condyle:argument", "loops: expected structs of closed_loop");
  end
  cells = cell(numel(list), 5);
  for k = 1:numel(list)
    cells(k, :) = {list(k).Body, list(k).Other, sum(2 .^ find(list(k).Rows)) / 2, ...
                   numbersOf(list(k).InBody), numbersOf(list(k).InOther)};
  end
end

% [x y z roll pitch yaw] of a transform.
function numbers = numbersOf(T)
  numbers = [T(1:3, 4)', tform2eul(T)(3:-1:1)];
end
