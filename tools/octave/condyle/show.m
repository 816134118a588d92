function varargout = show(robot = [], varargin)
  % SHOW  Draw a robot: its frames, and the shapes of its bodies.
  %
  %   show(robot)
  %   show(robot,configuration)
  %   show(robot,configuration,"Frames","off","Visuals","on","Collisions","off")
  %   show(robot,configuration,"Parent",axes,"PreservePlot",false)
  %   show(robot,configuration,"Position",[x y z yaw])      the base stands there, m and rad
  %   show(robot,configuration,"FastUpdate",true)           what was drawn before is replaced
  %   handle = show(...)
  %
  %   Several configurations, a row or a column each as DataFormat says, are drawn into one plot.  With PreservePlot
  %   false or FastUpdate true, what show has drawn of this robot into these axes is replaced; what else is in them
  %   stays while hold is on, as do their limits and their view.
  %
  %   handle is the handle of the axes, which of type double.  Meshes are drawn where
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
