function varargout = exportrobot(robot = [], varargin)
  % EXPORTROBOT  Write a robot as URDF.
  %
  %   text = exportrobot(robot)
  %   exportrobot(robot,file)
  %   exportrobot(robot,"OutputFileName",file,"Overwrite",true)
  %   exportrobot(robot,"OutputFileName",file,"RobotName",name)
  %
  %   An existing file is an error and stays as it is, unless Overwrite is true.  Gravity and home positions are not in
  %   URDF: see storedRobot.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e");
  %     >> text = exportrobot(robot);
  %     >> importrobot(text).NumBodies
  %     ans = 10
  %
  %   See also importrobot, storedRobot.
  [robot, variable] = asObject(robot, inputname(1, false), "exportrobot");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.exportrobot(asPairs(varargin){:});
end
