function varargout = set(handle, varargin)
  % SET  Octave's set, which leaves out defaults that Octave's objects have not, with a warning.
  %
  %   set(groot,"defaultLegendInterpreter","latex"), which is an error in Octave, is a warning condyle:graphics.
  %
  %   Example:
  %     >> warning("off", "condyle:graphics")
  %     >> set(groot,"defaultTextInterpreter","tex","defaultLegendInterpreter","latex")
  %     >> get(groot,"defaultTextInterpreter")
  %     ans = tex
  if nargin == 0
    print_usage();
  end
  try
    [varargout{1:nargout}] = builtin("set", handle, varargin{:});
  catch failure
    known = knownDefaults(handle, varargin);
    if numel(known) == numel(varargin)
      rethrow(failure);
    elseif ! isempty(known)
      builtin("set", handle, known{:});
    end
  end
end

% The pairs without defaults that Octave does not know.
function pairs = knownDefaults(handle, pairs)
  if mod(numel(pairs), 2) != 0 || ! iscellstr(pairs(1:2:end))
    return;
  end
  for k = numel(pairs) - 1:-2:1
    if strncmpi(pairs{k}, "default", 7) && isUnknown(handle, pairs{k}, pairs{k + 1})
      warning("condyle:graphics", "Octave has no property %s", pairs{k});
      pairs(k:k + 1) = [];
    end
  end
end

function unknown = isUnknown(handle, name, value)
  unknown = false;
  try
    builtin("set", handle, name, value);
  catch failure
    unknown = any(cellfun(@(words) ! isempty(strfind(failure.message, words)), ...
                          {"invalid default property specification", "unknown"}));
  end
end
