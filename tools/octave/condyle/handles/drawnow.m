function drawnow(varargin)
  % DRAWNOW  Octave's drawnow, which takes MATLAB's words "limitrate", "nocallbacks" and "update": they change nothing.
  %
  %   Example:
  %     >> plot([1 2 3]);
  %     >> drawnow limitrate
  given = ! cellfun(@(word) any(strcmp(word, {"limitrate", "nocallbacks", "update"})), varargin);
  builtin("drawnow", varargin{given});
end
