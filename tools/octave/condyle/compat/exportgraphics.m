function exportgraphics(handle, file, varargin)
  % EXPORTGRAPHICS  Write a figure to a picture or a document.
  %
  %   exportgraphics(handle,file)                  of a figure or of axes, whose figure is written
  %   exportgraphics(handle,file,"Resolution",dpi)
  %
  %   Other options (ContentType, BackgroundColor ...) are accepted without effect.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> file = [tempname() ".png"];
  %     >> plot([1 2 3]);
  %     >> exportgraphics(gcf(),file,"Resolution",50)
  %     >> isfile(file)
  %     ans = 1
  %     >> delete(file)
  if nargin < 2 || ! ischar(file)
    print_usage();
  end
  place = find(strcmpi(varargin(1:2:end), "Resolution"), 1);
  resolution = 150;
  if ! isempty(place)
    resolution = varargin{2 * place};
  end
  print(ancestor(handle, "figure"), file, sprintf("-r%d", resolution));
end
