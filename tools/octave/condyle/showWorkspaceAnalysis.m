function varargout = showWorkspaceAnalysis(workspace, index, varargin)
  % SHOWWORKSPACEANALYSIS  Draw places that a robot reaches, colored by a number of each.
  %
  %   axes = showWorkspaceAnalysis(workspace,index)        n-by-3, m; n numbers, of manipulabilityIndex for example
  %   axes = showWorkspaceAnalysis(...,Name,Value)
  %
  %   Voxelize    true: the space is cut into cubes, which show the mean of the numbers in each; false by default
  %   VoxelSize   edge of a cube, m; a twentieth of the longest extent by default
  %   Parent      axes to draw into
  %
  %   Example:
  %     >> robot = loadrobot("universalUR5e",DataFormat="row");
  %     >> [places,q] = generateRobotWorkspace(robot,{},"MaxNumSamples",50);
  %     >> ax = showWorkspaceAnalysis(places,manipulabilityIndex(robot,q),"Voxelize",true);
  %     >> isaxes(ax)
  %     ans = 1
  %
  %   See also generateRobotWorkspace, manipulabilityIndex.
  needArguments(nargin, 2, "showWorkspaceAnalysis(workspace,index)");
  workspace = needRows("showWorkspaceAnalysis", "places", workspace, 3);
  if ! isnumeric(index) || numel(index) != rows(workspace)
    error("condyle:argument", "showWorkspaceAnalysis: expected %d numbers, one a place", rows(workspace));
  end
  options = readOptions("showWorkspaceAnalysis", asPairs(varargin), ...
                        struct("Voxelize", false, "VoxelSize", [], "Parent", []));
  handle = options.Parent;
  if isempty(handle)
    handle = gca();
  end
  if isOn(options.Voxelize, "Voxelize")
    edge = options.VoxelSize;
    if isempty(edge)
      edge = max([max(workspace, [], 1) - min(workspace, [], 1), 1e-3]) / 20;
    end
    edge = needLength(edge, "showWorkspaceAnalysis", "VoxelSize");
    [cells, ~, which] = unique(floor(workspace / edge), "rows");
    index = accumarray(which, index(:)) ./ accumarray(which, 1);
    workspace = (cells + 0.5) * edge;
  end
  was_held = ishold(handle);
  hold(handle, "on");
  scatter3(handle, workspace(:, 1), workspace(:, 2), workspace(:, 3), 12, index(:), "filled");
  colorbar("peer", handle);
  axis(handle, "equal");
  view(handle, 135, 20);
  if ! was_held
    hold(handle, "off");
  end
  varargout = {handle}(1:nargout);
end
