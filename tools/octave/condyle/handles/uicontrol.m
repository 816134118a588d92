function varargout = uicontrol(varargin)
  % UICONTROL  Octave's uicontrol, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> slider = uicontrol(Style="slider",Min=-1,Max=1);
  %     >> slider.Value = 0.5;
  %     >> slider.Value
  %     ans = 0.5000
  [varargout{1:nargout}] = graphicsHandle("uicontrol", asPairs(varargin){:});
end
