function handles = findobj(varargin)
  % FINDOBJ  Octave's findobj, whose results have properties by a dot: findobj(gca(),"Type","line").Color.
  handles = graphicsHandle("plain", "findobj", varargin{:});
  [~, first] = unique(handles, "first"); # Octave's repeats what is below several of the handles that it searches
  handles = handles(sort(first));
  if isempty(handles)
    handles = []; # without rows or columns, as the value of a variable that is not there
  else
    handles = graphicsHandle(handles);
  end
end
