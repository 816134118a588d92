function varargout = sgtitle(varargin)
  % SGTITLE  A title above all plots of a figure.
  %
  %   sgtitle(text)
  %   sgtitle(figure,text)
  %   sgtitle(...,Name,Value)     properties of the text, Color and FontSize among them
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> subplot(1,2,1);
  %     >> plot([1 2 3])
  %     >> sgtitle("A robot's joints");
  %     >> numel(findall(gcf(),"type","text","string","A robot's joints"))
  %     ans = 1
  target = [];
  if nargin > 0 && isscalar(varargin{1}) && ishghandle(varargin{1})
    target = varargin{1};
    varargin(1) = [];
  end
  if isempty(varargin)
    print_usage();
  end
  if isempty(target)
    target = gcf();
  end
  before = get(target, "currentaxes");
  if isempty(before)
    before = axes("parent", target);
  end
  delete(findall(target, "tag", "sgtitle"));
  whole = axes("parent", target, "position", [0 0 1 1], "visible", "off", "tag", "sgtitle", "hittest", "off");
  handle = text(0.5, 0.98, varargin{1}, "parent", whole, "horizontalalignment", "center", ...
                "verticalalignment", "top", "fontsize", 12, varargin{2:end});
  set(target, "currentaxes", before);
  if nargout > 0
    varargout{1} = handle;
  end
end
