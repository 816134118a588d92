function kind = camproj(varargin)
  % CAMPROJ  The projection of axes.
  %
  %   kind = camproj()
  %   camproj("orthographic")
  %   camproj(axes,"perspective")
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> axes();
  %     >> camproj("perspective")
  %     >> camproj()
  %     ans = perspective
  if nargin > 2
    print_usage();
  end
  target = [];
  if nargin > 0 && ! ischar(varargin{1})
    target = varargin{1};
    varargin(1) = [];
  end
  if isempty(target)
    target = gca();
  end
  if isempty(varargin)
    kind = get(target, "projection");
    return;
  end
  known = {"orthographic", "perspective"};
  if ! any(strcmpi(varargin{1}, known))
    error("condyle:argument", "camproj: expected one of %s", strjoin(known, ", "));
  end
  set(target, "projection", lower(varargin{1}));
end
