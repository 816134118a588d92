classdef interactiveRigidBodyTree < handle
  % INTERACTIVERIGIDBODYTREE  A robot in a figure with sliders for its joints and for the pose of a body.
  %
  %   viewer = interactiveRigidBodyTree(robot)
  %   viewer = interactiveRigidBodyTree(robot,Name,Value)
  %
  %   Sliders on the left set the positions of joints, sliders on the right the position and the rotation (Euler angles
  %   ZYX) of the body MarkerBodyName, for which the inverse kinematics are solved.  Octave's toolkit gnuplot has no
  %   sliders: there the robot is moved by assignments.
  %
  %   Properties: RigidBodyTree, of a robot with structs a copy with columns; Configuration, whose assignment, of a row, a
  %   column or a struct, draws the robot; MarkerBodyName, the last body by default;
  %   MarkerPose, whose assignment solves the inverse kinematics; ShowMarker, Frames, Visuals ("on"/"off" or
  %   true/false); IKSolver and SolverPoseWeights ([1 1 1 1 1 1]); StoredConfigurations, a column each;
  %   MarkerScaleFactor, 1; MarkerControlMethod, "InverseKinematics" or "JointControl", accepted: both kinds of sliders
  %   are there; Constraints, a
  %   cell array of constraint objects, which MarkerPose meets besides; Figure and Axes.
  %
  %   addConfiguration(viewer), addConfiguration(viewer,q) and addConfiguration(viewer,q,place) store a configuration,
  %   removeConfigurations(viewer) and removeConfigurations(viewer,places) remove them, showFigure(viewer) shows the
  %   figure.
  %   addConstraint(viewer,constraint), addConstraint(viewer,constraint,place), removeConstraints(viewer) and
  %   removeConstraints(viewer,places) change Constraints.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> viewer = interactiveRigidBodyTree(robot,"Visible","off");
  %     >> viewer.Configuration = [0 -1.5 1.5 0 0.5 0];
  %     >> pose = viewer.MarkerPose;
  %     >> viewer.MarkerPose = trvec2tform([0 0 0.05])*pose;
  %     >> abs(viewer.MarkerPose(3,4) - pose(3,4) - 0.05) < 1e-3
  %     ans = 1
  %     >> addConfiguration(viewer);
  %     >> size(viewer.StoredConfigurations)
  %     ans =
  %
  %        6   1
  %
  %   See also show, inverseKinematics.
  properties
    RigidBodyTree
    StoredConfigurations = [];
    Figure = [];
    Axes = [];
  end
  properties
    Configuration
    MarkerBodyName = "";
    ShowMarker = true;
    Frames = "off";
    Visuals = "on";
    IKSolver
    SolverPoseWeights = ones(1, 6);
    MarkerScaleFactor = 1;
    MarkerControlMethod = "InverseKinematics";
    Constraints = {};
  end
  properties (Dependent)
    MarkerPose
  end
  properties (Hidden)
    Sliders = [];
    Ready = false;
  end
  methods
    function viewer = interactiveRigidBodyTree(robot, varargin)
      needArguments(nargin, 1, "interactiveRigidBodyTree(robot)");
      robot = asRigidBodyTree(robot, "interactiveRigidBodyTree", "a rigidBodyTree");
      options = readOptions("interactiveRigidBodyTree", asPairs(varargin), ...
                            struct("Frames", "off", "Visuals", "on", "ShowMarker", true, "MarkerBodyName", "", ...
                                   "MarkerScaleFactor", 1, "MarkerControlMethod", "InverseKinematics", ...
                                   "Constraints", {{}}, "IKSolver", [], "SolverPoseWeights", ones(1, 6), ...
                                   "Configuration", [], "Visible", "on", "Parent", []));
      if strcmp(robot.DataFormat, "struct")
        robot = copy(robot);
        robot.DataFormat = "column";
      end
      viewer.RigidBodyTree = robot;
      viewer.MarkerBodyName = options.MarkerBodyName;
      if isempty(options.MarkerBodyName)
        viewer.MarkerBodyName = [{robot.BaseName}, robot.BodyNames]{end};
      end
      viewer.IKSolver = options.IKSolver;
      if isempty(options.IKSolver)
        viewer.IKSolver = inverseKinematics("RigidBodyTree", robot);
      end
      for name = {"ShowMarker", "Frames", "Visuals", "SolverPoseWeights", "MarkerScaleFactor", ...
                  "MarkerControlMethod", ...
                  "Constraints"}
        viewer.(name{1}) = options.(name{1});
      end
      viewer.Configuration = homeConfiguration(robot);
      if ! isempty(options.Configuration)
        viewer.Configuration = options.Configuration;
      end
      makeFigure(viewer, options);
      viewer.Ready = true;
      redraw(viewer);
    end
    function set.Configuration(viewer, q)
      if isstruct(q)
        q = asVector(viewer.RigidBodyTree, q);
      end
      if isvector(q) # rows and columns alike, whichever the robot has
        q = reshape(q, 1, []);
        if strcmp(viewer.RigidBodyTree.DataFormat, "column")
          q = q';
        end
      end
      condyle("get_transform", viewer.RigidBodyTree, viewer.MarkerBodyName, q); # fails where it is no configuration
      viewer.Configuration = q;
      redraw(viewer);
    end
    function pose = get.MarkerPose(viewer)
      pose = condyle("get_transform", viewer.RigidBodyTree, viewer.MarkerBodyName, viewer.Configuration);
    end
    function set.MarkerPose(viewer, pose)
      pose = needPages("interactiveRigidBodyTree", "a pose", pose, 4);
      if isempty(viewer.Constraints)
        viewer.Configuration = step(viewer.IKSolver, viewer.MarkerBodyName, pose, viewer.SolverPoseWeights, ...
                                    viewer.Configuration);
      else
        viewer.Configuration = constrainedPose(viewer, pose);
      end
    end
    function addConfiguration(viewer, q, place)
      if nargin < 2
        q = viewer.Configuration;
      elseif isstruct(q)
        q = asVector(viewer.RigidBodyTree, q);
      end
      stored = viewer.StoredConfigurations;
      if nargin < 3
        place = columns(stored) + 1;
      end
      condyle("get_transform", viewer.RigidBodyTree, viewer.MarkerBodyName, reshape(q, size(viewer.Configuration)));
      if ! isscalar(place) || place != fix(place) || place < 1 || place > columns(stored) + 1
        error("condyle:argument", "addConfiguration: expected a place from 1 to %d", columns(stored) + 1);
      end
      viewer.StoredConfigurations = [stored(:, 1:place - 1), q(:), stored(:, place:end)];
    end
    function removeConfigurations(viewer, places)
      if nargin < 2
        places = 1:columns(viewer.StoredConfigurations);
      end
      viewer.StoredConfigurations(:, places) = [];
    end
    function addConstraint(viewer, constraint, place)
      needArguments(nargin, 2, "addConstraint(viewer,constraint)");
      if ! isa(constraint, "kinematicConstraint")
        error("condyle:argument", "addConstraint: expected a constraint object, not %s", class(constraint));
      end
      list = viewer.Constraints;
      if nargin < 3
        place = numel(list) + 1;
      end
      if ! isscalar(place) || place != fix(place) || place < 1 || place > numel(list) + 1
        error("condyle:argument", "addConstraint: expected a place from 1 to %d", numel(list) + 1);
      end
      viewer.Constraints = [list(1:place - 1), {constraint}, list(place:end)];
    end
    function removeConstraints(viewer, places)
      if nargin < 2
        places = 1:numel(viewer.Constraints);
      end
      viewer.Constraints(places) = [];
    end
    function showFigure(viewer)
      if ! ishghandle(viewer.Figure)
        makeFigure(viewer, struct("Visible", "on", "Parent", []));
        redraw(viewer);
      end
      set(viewer.Figure, "visible", "on");
    end
    function redraw(viewer)
      % Draws the robot, and puts the sliders to where it stands.
      if ! viewer.Ready || ! ishghandle(viewer.Axes)
        return;
      end
      onOff = @(value) {"off", "on"}{1 + (strcmpi(value, "on") || isequal(value, true))};
      show(viewer.RigidBodyTree, viewer.Configuration, "Parent", viewer.Axes, "PreservePlot", false, ...
           "Frames", onOff(viewer.Frames), "Visuals", onOff(viewer.Visuals));
      pose = viewer.MarkerPose;
      if strcmp(onOff(viewer.ShowMarker), "on")
        plotTransforms(tform2trvec(pose), tform2quat(pose), "Parent", viewer.Axes, "FrameSize", ...
                       0.15 * viewer.MarkerScaleFactor);
      end
      values = [viewer.Configuration(:)', tform2trvec(pose), tform2eul(pose)];
      for k = 1:numel(viewer.Sliders)
        limits = get(viewer.Sliders(k), {"min", "max"});
        set(viewer.Sliders(k), "value", min(max(values(k), limits{1}), limits{2}));
      end
    end
    function moveJoint(viewer, k, value)
      % What the slider of coordinate K does.
      q = viewer.Configuration;
      q(k) = value;
      viewer.Configuration = q;
    end
    function moveMarker(viewer, values)
      % What the sliders of the marker do: VALUES is [x y z], and Euler angles ZYX.
      viewer.MarkerPose = [eul2rotm(values(4:6)), values(1:3)'; 0 0 0 1];
    end
  end
end

% A figure with axes and sliders.
function makeFigure(viewer, options)
  if ! isempty(options.Parent)
    viewer.Axes = options.Parent;
    viewer.Figure = ancestor(options.Parent, "figure");
    return;
  end
  viewer.Figure = figure("name", "Interactive robot", "visible", options.Visible);
  viewer.Axes = axes("parent", viewer.Figure, "position", [0.25 0.1 0.5 0.85]);
  if strcmp(graphics_toolkit(viewer.Figure), "gnuplot")
    return; # it draws no sliders
  end
  limits = condyle("limits", viewer.RigidBodyTree.h).position;
  limits(isinf(limits(:, 1)), 1) = -pi;
  limits(isinf(limits(:, 2)), 2) = pi;
  n = rows(limits);
  reach = max(1, 1.5 * max(abs(condyle("forward_kinematics", viewer.RigidBodyTree.h, [])(1:3, 4, :)(:))));
  marker = [repmat([-reach reach], 3, 1); repmat([-pi pi], 3, 1)];
  sliders = [];
  for k = 1:n
    sliders(end + 1) = uicontrol(viewer.Figure, "style", "slider", "units", "normalized", "min", limits(k, 1), ...
      "max", max(limits(k, 2), limits(k, 1) + 1e-9), "value", limits(k, 1), ...
      "position", [0.01, 0.95 - 0.9 * k / (n + 1), 0.2, 0.04], ...
      "callback", @(slider, event) moveJoint(viewer, k, get(slider, "value")));
  end
  for k = 1:6
    sliders(end + 1) = uicontrol(viewer.Figure, "style", "slider", "units", "normalized", "min", marker(k, 1), ...
      "max", marker(k, 2), "value", marker(k, 1), "position", [0.79, 0.95 - 0.9 * k / 7, 0.2, 0.04], ...
      "callback", @(slider, event) moveMarker(viewer, markerValues(viewer)));
  end
  viewer.Sliders = sliders;
end

% The configuration that brings the marker to a pose and meets the constraints, or comes nearest to it.
function q = constrainedPose(viewer, pose)
  target = constraintPoseTarget(viewer.MarkerBodyName);
  target.TargetTransform = pose;
  kinds = cellfun(@(constraint) constraint.Kind, viewer.Constraints, "UniformOutput", false);
  solver = generalizedInverseKinematics("RigidBodyTree", viewer.RigidBodyTree, ...
                                        "ConstraintInputs", [{"pose"}, kinds(:)']);
  q = step(solver, viewer.Configuration, target, viewer.Constraints{:});
end

function values = markerValues(viewer)
  values = cell2mat(get(viewer.Sliders(end - 5:end), "value"))';
end

% The positions of a configuration struct, in the robot's order.
function vector = asVector(robot, q)
  plain = copy(robot);
  plain.DataFormat = "struct";
  order = {homeConfiguration(plain).JointName};
  [known, place] = ismember(order, {q.JointName});
  if ! all(known)
    error("condyle:argument", "interactiveRigidBodyTree: the configuration has no joint '%s'", order{find(! known, 1)});
  end
  vector = vertcat({q(place).JointPosition}{:})(:);
end
