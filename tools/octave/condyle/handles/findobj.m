function handles = findobj(varargin)
  % FINDOBJ  Octave's findobj, whose results have properties by a dot: findobj(gca(),"Type","line").Color.
  %
  %   Example:
  %     >> plot([1 2 3],"r");
  %     >> findobj(gca(),"Type","line").Color
  %     ans =
  %
  %        1   0   0
  handles = graphicsHandle("plain", "findobj", varargin{:});
  [~, first] = unique(handles, "first"); # Octave's repeats what is below several of the handles that it searches
  handles = handles(sort(first));
  if isempty(handles)
    handles = []; # without rows or columns, as the value of a variable that is not there
  else
    handles = graphicsHandle(handles);
  end
end
