function varargout = uicontrol(varargin)
  % UICONTROL  Octave's uicontrol, which takes Name=Value and whose result has properties by a dot.
  [varargout{1:nargout}] = graphicsHandle("uicontrol", asPairs(varargin){:});
end
