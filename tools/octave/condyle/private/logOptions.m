% Options of functions about logs: pairs as asPairs() gives them, defaults; returns the texts of the command for those
% that all have, and all values.
function [texts, values] = logOptions(caller, pairs, defaults)
  defaults.Effort = "torque";
  defaults.Delays = true;
  defaults.Cutoff = [];
  values = readOptions(caller, pairs, defaults);
  texts = {"--effort", values.Effort};
  if ! values.Delays
    texts{end + 1} = "--no-delays";
  end
  if ! isempty(values.Cutoff)
    texts(end + 1:end + 2) = {"--cutoff", sprintf("%.17g", values.Cutoff)};
  end
end
