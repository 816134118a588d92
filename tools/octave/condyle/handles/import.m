function import(varargin)
  % IMPORT  Let classes be named without robotics in front of them.
  %
  %   import robotics.*
  %   import robotics.RigidBodyTree
  %
  %   From here on RigidBodyTree means robotics.RigidBodyTree, everywhere and until Octave ends.  Octave's own import
  %   only says that there is none, as this one does for other packages.
  %
  %   Example:
  %     >> import robotics.*
  %     >> joint = Joint("shoulder","revolute");
  %     >> joint.Type
  %     ans = revolute
  if nargin == 0
    print_usage();
  end
  for i = 1:nargin
    name = regexp(varargin{i}, '^robotics\.(\*|\w+)$', "tokens", "once");
    if isempty(name) || ! (strcmp(name{1}, "*") || ! isempty(which(["robotics." name{1}])))
      error("condyle:unsupported", "import: there is only robotics.*, not %s", varargin{i});
    end
  end
  addpath(fullfile(fileparts(which("loadrobot")), "imported"), "-end");
end
