function varargout = figure(varargin)
  % FIGURE  Octave's figure, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> f = figure(Name="a robot");
  %     >> f.Name
  %     ans = a robot
  [varargout{1:nargout}] = graphicsHandle("figure", asPairs(varargin){:});
end
