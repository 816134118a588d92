function varargout = license(varargin)
  % LICENSE  Octave's license, which answers "test" and "checkout" of Robotics_System_Toolbox with yes.
  %
  %   Scripts ask so whether there are functions such as rigidBodyTree: they are this package's.
  %
  %   Example:
  %     >> license("test","Robotics_System_Toolbox")
  %     ans = 1
  if nargin > 1 && any(strcmpi(varargin{1}, {"test", "checkout"})) && strcmpi(varargin{2}, "Robotics_System_Toolbox")
    varargout = {true, ""}(1:max(nargout, 1));
    return;
  end
  [varargout{1:nargout}] = graphicsHandle("plain", "license", varargin{:});
end
