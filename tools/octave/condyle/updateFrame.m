function varargout = updateFrame(body = [], varargin)
  % UPDATEFRAME  Change a frame that addFrame gave to a body.
  %
  %   updateFrame(body,name,Name,Value)
  %
  %   Name             its new name
  %   ParentFrame      the frame of the body that it stands on
  %   RigidTransform   4-by-4, from the frame to that one
  %
  %   Example:
  %     >> body = rigidBody("rb");
  %     >> addFrame(body,"test","rb",eye(4));
  %     >> updateFrame(body,"test","Name","tip","RigidTransform",trvec2tform([0 0 1]))
  %     >> frameinfo(body,"tip").RigidTransform(3,4)
  %     ans = 1
  %
  %   See also addFrame, removeFrame, frameinfo.
  [body, variable] = asObject(body, inputname(1, false), "updateFrame");
  if ! isempty(variable)
    assignin("caller", variable, body);
  end
  [varargout{1:nargout}] = body.updateFrame(asPairs(varargin){:});
end
