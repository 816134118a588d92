function varargout = addFrame(body = [], varargin)
  % ADDFRAME  Add a frame to a body.
  %
  %   addFrame(body,name,parent,T)             T is 4-by-4, from the new frame to the frame parent
  %   addFrame(body,name,parent,R,translation)   R is 3-by-3, translation [x y z] in m
  %
  %   parent is the body's name or one of its frames.  getTransform and geometricJacobian of the robot take frames as
  %   they take bodies, addBody attaches bodies to them, and robot.FrameNames lists them.  They move with the body, and
  %   are not written by exportrobot.
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> addFrame(getBody(robot,"tool0"),"tip","tool0",trvec2tform([0 0 0.1]));
  %     >> T = getTransform(robot,zeros(1,6),"tip","tool0");
  %     >> T(3,4)
  %     ans = 0.1000
  %
  %   See also updateFrame, removeFrame, frameinfo, getTransform.
  [body, variable] = asObject(body, inputname(1, false), "addFrame");
  if ! isempty(variable)
    assignin("caller", variable, body);
  end
  [varargout{1:nargout}] = body.addFrame(varargin{:});
end
