function varargout = legend(varargin)
  % LEGEND  Octave's legend, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> plot([1 2 3]);
  %     >> l = legend("torque");
  %     >> l.Location = "northwest";
  %     >> l.Location
  %     ans = northwest
  [varargout{1:nargout}] = graphicsHandle("legend", asPairs(varargin){:});
end
