classdef sampledTrajectory < systemObject
  % SAMPLEDTRAJECTORY  What polynomialTrajectory and waypointTrajectory have in common.
  %
  %   [position,orientation,velocity,acceleration,turnRate] = trajectory()   or step(trajectory): the next frame of
  %   samples
  %   [...] = lookupPose(trajectory,times)   at any times; NaN before the first and after the last one
  %   info = waypointInfo(trajectory)        TimeOfArrival, Waypoints and, where given, Orientation, a struct
  %   isDone(trajectory)                     whether all samples have been given; reset(trajectory) begins anew
  %
  %   position, velocity, acceleration and turnRate have a row [x y z] each sample, in the reference frame; orientation
  %   is a column of quaternions, as rotations of frames.
  %
  %   SampleRate          Hz, 100 by default
  %   SamplesPerFrame     samples that one call gives, 1
  %   Orientation         quaternions, one each way point, slerped between; none given: the x axis points where the
  %   motion
  %                       goes, its y axis is level; where nothing moves it keeps its direction
  %   AutoPitch           true: the x axis rises with the motion; false (default): it stays level
  %
  %   Example:
  %     >> t = polynomialTrajectory(mkpp([0 1],[0 1 0; 0 0 0; 0 0 0],3),"SampleRate",4);
  %     >> n = 0;
  %     >> while ! isDone(t)
  %     ..   p = t();
  %     ..   n += 1;
  %     .. end
  %     >> [n p]
  %     ans =
  %        5   1   0   0
  %
  %   See also polynomialTrajectory, waypointTrajectory, minjerkpolytraj.
  properties
    SampleRate = 100;
    SamplesPerFrame = 1;
    Orientation = [];
    AutoPitch = false;
  end
  properties (Hidden)
    Pieces = []; # of the position, as mkpp makes them
    Next = 0;    # number of the next sample
  end
  methods
    function set.SampleRate(trajectory, rate)
      if ! isnumeric(rate) || ! isreal(rate) || ! isscalar(rate) || ! (rate > 0) || isinf(rate)
        error("condyle:argument", "SampleRate: expected a rate above 0, Hz");
      end
      trajectory.SampleRate = double(rate);
    end
    function set.SamplesPerFrame(trajectory, count)
      needWhole(count, "SamplesPerFrame");
      trajectory.SamplesPerFrame = count;
    end
    function set.Orientation(trajectory, turns)
      if isnumeric(turns) && size(turns, 1) == 3 && size(turns, 2) == 3
        turns = quaternion(turns, "rotmat", "frame");
      end
      if ! isempty(turns) && ! isa(turns, "quaternion")
        error("condyle:argument", "Orientation: expected quaternions, or 3-by-3 rotations of frames");
      end
      trajectory.Orientation = turns;
    end
    function varargout = step(trajectory)
      if isDone(trajectory)
        error("condyle:argument", "%s: all samples have been given; reset(trajectory) begins anew", class(trajectory));
      end
      trajectory.Locked = true;
      first = trajectory.Pieces.breaks(1);
      times = first + (trajectory.Next + (0:trajectory.SamplesPerFrame - 1)) / trajectory.SampleRate;
      trajectory.Next += trajectory.SamplesPerFrame;
      [varargout{1:max(nargout, 1)}] = lookupPose(trajectory, times);
    end
    function varargout = subsref(trajectory, subscripts)
      if strcmp(subscripts(1).type, "()") # a call
        [varargout{1:max(nargout, 1)}] = step(trajectory);
        if numel(subscripts) > 1
          varargout = {subsref(varargout{1}, subscripts(2:end))};
        end
      else
        [varargout{1:nargout}] = builtin("subsref", trajectory, subscripts);
      end
    end
    function reset(trajectory)
      trajectory.Next = 0;
      trajectory.Locked = false;
    end
    function done = isDone(trajectory)
      duration = trajectory.Pieces.breaks(end) - trajectory.Pieces.breaks(1);
      done = trajectory.Next / trajectory.SampleRate > duration * (1 + 1e-12);
    end
    function [position, orientation, velocity, acceleration, rate] = lookupPose(trajectory, times)
      needArguments(nargin, 2, "lookupPose(trajectory,times)");
      pieces = trajectory.Pieces;
      t = times(:)';
      [position, velocity, acceleration] = evaluatePieces(pieces, t);
      outside = t < pieces.breaks(1) - 1e-12 | t > pieces.breaks(end) * (1 + 1e-12) + 1e-12;
      R = turnsAt(trajectory, t);
      h = 1e-4 * (pieces.breaks(end) - pieces.breaks(1));
      before = max(t - h, pieces.breaks(1));
      after = min(t + h, pieces.breaks(end));
      change = multiplyPages(turnsAt(trajectory, after), permute(turnsAt(trajectory, before), [2 1 3]));
      axes = rotm2axang(change);
      rate = axes(:, 1:3) .* axes(:, 4) ./ max(after - before, realmin)';
      position = withHoles(position', outside);
      velocity = withHoles(velocity', outside);
      acceleration = withHoles(acceleration', outside);
      rate = withHoles(rate, outside);
      R(:, :, outside) = NaN;
      orientation = quaternion(permute(R, [2 1 3]), "rotmat", "frame");
    end
    function info = waypointInfo(trajectory)
      info = struct("TimeOfArrival", trajectory.Pieces.breaks(:), "Waypoints", ppval(trajectory.Pieces, ...
                    trajectory.Pieces.breaks)');
      if ! isempty(trajectory.Orientation)
        info.Orientation = trajectory.Orientation;
      end
    end
  end
  methods (Hidden)
    % Takes the pieces of three coordinates, and the properties.
    function begin(trajectory, pieces, pairs)
      if ! isstruct(pieces) || ! isfield(pieces, "dim") || pieces.dim != 3
        error("condyle:argument", "%s: expected the pieces of 3 coordinates, as mkpp makes them", class(trajectory));
      end
      trajectory.Pieces = pieces;
      options = readOptions(class(trajectory), pairs, ...
                            struct("SampleRate", 100, "SamplesPerFrame", 1, "Orientation", [], ...
                            "AutoPitch", false, "AutoBank", false, "ReferenceFrame", "NED"));
      if isOn(options.AutoBank, "AutoBank")
        error("condyle:unsupported", "%s: AutoBank is not there", class(trajectory));
      end
      for name = {"SampleRate", "SamplesPerFrame", "Orientation", "AutoPitch"}
        trajectory.(name{1}) = options.(name{1});
      end
      if ! isempty(trajectory.Orientation) && numel(trajectory.Orientation) != numel(pieces.breaks)
        error("condyle:argument", "%s: expected %d orientations, one each way point", class(trajectory), ...
              numel(pieces.breaks));
      end
    end
    % The rotations from the body to the reference frame at times.
    function R = turnsAt(trajectory, t)
      R = repmat(eye(3), 1, 1, numel(t));
      pieces = trajectory.Pieces;
      t = min(max(t, pieces.breaks(1)), pieces.breaks(end));
      if ! isempty(trajectory.Orientation)
        all = permute(rotmat(trajectory.Orientation(:), "frame"), [2 1 3]);
        for k = 1:numel(t)
          i = min(find(pieces.breaks <= t(k), 1, "last"), numel(pieces.breaks) - 1);
          s = (t(k) - pieces.breaks(i)) / (pieces.breaks(i + 1) - pieces.breaks(i));
          turn = rotm2axang(all(:, :, i)' * all(:, :, i + 1));
          R(:, :, k) = all(:, :, i) * axang2rotm([turn(1:3), s * turn(4)]);
        end
        return;
      end
      [~, v] = evaluatePieces(pieces, t);
      for k = 1:numel(t)
        [yaw, pitch] = headingAt(pieces, v(:, k), t(k));
        R(:, :, k) = eul2rotm([yaw, pitch * isOn(trajectory.AutoPitch, "AutoPitch"), 0], "ZYX");
      end
    end
  end
end

% Where the motion goes: of a motion that rests, where it goes next, or went before.
function [yaw, pitch] = headingAt(pieces, v, t)
  span = pieces.breaks(end) - pieces.breaks(1);
  for h = span * [1e-6 1e-3 -1e-6 -1e-3]
    if norm(v(1:2)) > 1e-9
      break;
    end
    [~, v] = evaluatePieces(pieces, min(max(t + h, pieces.breaks(1)), pieces.breaks(end)));
  end
  yaw = atan2(v(2), v(1)) * (norm(v(1:2)) > 1e-9);
  pitch = -atan2(v(3), norm(v(1:2)));
end

function values = withHoles(values, outside)
  values(outside, :) = NaN;
end
