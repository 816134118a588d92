function clearpoints(handle)
  % CLEARPOINTS  Remove all points of an animatedline.
  %
  %   clearpoints(handle)
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  set(handle, "xdata", [], "ydata", [], "zdata", []);
end
