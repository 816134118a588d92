function varargout = pan(varargin)
  % PAN  Octave's pan, which takes axes in place of their figure.
  %
  %   Example:
  %     >> plot([1 2 3]);
  %     >> pan(gca(),"on")
  %     >> pan off
  if nargin > 0 && isscalar(varargin{1}) && isaxes(varargin{1})
    varargin{1} = ancestor(varargin{1}, "figure");
  end
  [varargout{1:nargout}] = graphicsHandle("plain", "pan", varargin{:});
end
