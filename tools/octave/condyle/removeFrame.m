function varargout = removeFrame(body = [], varargin)
  % REMOVEFRAME  Remove a frame that addFrame gave to a body.
  %
  %   removeFrame(body,name)
  %
  %   Frames on it stay where they are, on its parent.
  %
  %   Example:
  %     >> body = rigidBody("rb");
  %     >> addFrame(body,"test","rb",trvec2tform([1 2 3]));
  %     >> addFrame(body,"test1","test",trvec2tform([1 2 3]));
  %     >> removeFrame(body,"test")
  %     >> frameinfo(body,"test1").ParentFrame
  %     ans = rb
  %     >> tform2trvec(getTransform(body,"test1"))
  %     ans =
  %        2   4   6
  %     
  %
  %   See also addFrame, updateFrame, frameinfo.
  [body, variable] = asObject(body, inputname(1, false), "removeFrame");
  if ! isempty(variable)
    assignin("caller", variable, body);
  end
  [varargout{1:nargout}] = body.removeFrame(varargin{:});
end
