function varargout = frameinfo(body = [], varargin)
  % FRAMEINFO  Tell where a frame of a body stands.
  %
  %   info = frameinfo(body,name)
  %
  %   info has Name, RigidTransform (4-by-4, to its parent), ParentFrame ("" of the body's own frame) and ChildFrames.
  %
  %   Example:
  %     >> body = rigidBody("rb");
  %     >> addFrame(body,"test","rb",trvec2tform([1 2 3]));
  %     >> frameinfo(body,"rb").ChildFrames
  %     ans =
  %     {
  %       [1,1] = test
  %     }
  %     
  %
  %   See also addFrame.
  [body, variable] = asObject(body, inputname(1, false), "frameinfo");
  if ! isempty(variable)
    assignin("caller", variable, body);
  end
  [varargout{1:nargout}] = body.frameinfo(varargin{:});
end
