function varargout = showdetails(robot = [], varargin)
  % SHOWDETAILS  Print the table of a robot's bodies, joints, parents and children.
  %
  %   showdetails(robot)
  %
  %   Example:
  %     >> robot = loadrobot("lbr");
  %     >> showdetails(subtree(robot,"link_6"))
  %     --------------------
  %     Robot: (3 bodies)
  %      Idx     Body Name            Joint Name            Joint Type     Parent Name(Idx)   Children Name(s)
  %      ---     ---------            ----------            ----------     ----------------   ----------------
  %        1        link_6              joint_a6              revolute            link_5(0)   link_7(2)
  %        2        link_7              joint_a7              revolute            link_6(1)   tool0(3)
  %        3         tool0        joint_a7-tool0                 fixed            link_7(2)
  %     --------------------
  %
  %   See also rigidBodyTree.
  [robot, variable] = asObject(robot, inputname(1, false), "showdetails");
  if ! isempty(variable)
    assignin("caller", variable, robot);
  end
  [varargout{1:nargout}] = robot.showdetails(varargin{:});
end
