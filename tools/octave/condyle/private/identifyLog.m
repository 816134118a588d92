% identify(robot, log, options): bodies and drives of a real arm, by the command.
function [other, report] = identifyLog(robot, log, pairs)
  defaults = struct("Friction", "full", "Rotors", true, "Bodies", "identify", "HoldOut", []);
  [options, values] = logOptions("identify", pairs, defaults);
  options = [options, {"--friction", values.Friction, "--bodies", values.Bodies}];
  if values.Rotors
    options{end + 1} = "--rotors";
  end
  [share, held] = heldLog(values.HoldOut);
  [report, other] = askCommand(robot, "identify", [options, share], [{"--input", log}; held], true);
end
