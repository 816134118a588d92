function varargout = imshow(varargin)
  % IMSHOW  Octave's imshow, which takes Name=Value and whose result has properties by a dot.
  %
  %   Example:
  %     >> h = imshow([0 1; 1 0]);
  %     >> h.Type
  %     ans = image
  [varargout{1:nargout}] = graphicsHandle("imshow", asPairs(varargin){:});
end
