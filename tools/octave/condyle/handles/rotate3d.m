function varargout = rotate3d(varargin)
  % ROTATE3D  Octave's rotate3d, which takes axes in place of their figure.
  %
  %   Example:
  %     >> surf(peaks(8));
  %     >> rotate3d(gca(),"on")
  %     >> rotate3d off
  if nargin > 0 && isscalar(varargin{1}) && isaxes(varargin{1})
    varargin{1} = ancestor(varargin{1}, "figure");
  end
  [varargout{1:nargout}] = graphicsHandle("plain", "rotate3d", varargin{:});
end
