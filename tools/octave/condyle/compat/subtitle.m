function varargout = subtitle(varargin)
  % SUBTITLE  A line below the title of axes.
  %
  %   subtitle(text)
  %   subtitle(axes,text)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> plot([1 2 3])
  %     >> title("Torques");
  %     >> subtitle("joint 1");
  %     >> get(get(gca(),"title"),"string")
  %     ans =
  %     {
  %       [1,1] = Torques
  %       [2,1] = joint 1
  %     }
  handle = gca();
  if nargin > 1 && isscalar(varargin{1}) && isaxes(varargin{1})
    handle = varargin{1};
    varargin(1) = [];
  end
  if isempty(varargin)
    print_usage();
  end
  above = get(get(handle, "title"), "string");
  result = title(handle, [cellstr(above)(:); cellstr(varargin{1})(:)]);
  if nargout > 0
    varargout{1} = result;
  end
end
