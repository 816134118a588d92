function varargout = show(robot = [], varargin)
  % SHOW  Draw a robot: its frames, and the shapes of its bodies.
  %
  %   show(robot)
  %   show(robot,configuration)
  %   show(robot,configuration,"Frames","off","Visuals","on","Collisions","off")
  %   show(robot,configuration,"Parent",axes,"PreservePlot",false)
  %   handle = show(...)
  %
  %   handle is the handle of the axes, which show clears first where PreservePlot is false.  Meshes are drawn where
  %   their files are found beside the robot's file.  print writes a picture of a figure that is not visible without a
  %   display, by gnuplot and Ghostscript:
  %
  %     robot = loadrobot("universalUR5e",DataFormat="row");
  %     graphics_toolkit("gnuplot");
  %     figure("visible","off");
  %     show(robot,[0 -1.5 1.5 0 0 0]);
  %     print("-dpng","ur5e.png");
  %
  %   See also showdetails, getTransform.
  [robot, variable] = asObject(robot, inputname(1, false), "show");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.show(asPairs(varargin){:});
end
