% The log that is held out, as a row of logs, or the option of a share.
function [texts, logs] = heldLog(held)
  texts = {};
  logs = cell(0, 2);
  if isnumeric(held) && isscalar(held)
    texts = {"--hold-out", sprintf("%.17g", held)};
  elseif ! isempty(held)
    logs = {"--hold-out", held};
  end
end
