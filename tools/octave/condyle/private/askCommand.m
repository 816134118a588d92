% Asks the command condyle about logs: runs NAME with the robot, OPTIONS (texts) and LOGS ({option, log; ...}), and
% returns its report as a struct, and, where MADE is true, the robot that it writes.
function [report, other] = askCommand(robot, name, options, logs, made)
  if isequal(robot.Gravity, [0 0 0]) && ! strcmp(name, "observe")
    warning("condyle:gravity", "%s: the robot has no gravity; an arm on a table has robot.Gravity = [0 0 -9.81]", name);
  end
  folder = tempname();
  mkdir(folder);
  whole = onCleanup(@() rmFolder(folder));
  own = fullfile(folder, "robot.urdf");
  condyle("save_urdf", robot.h, own, true);
  mimic = {"tied", "independent"}{1 + condyle("mimic_independent", robot.h)};
  words = {name, own, "--mimic", mimic, "--gravity", numbers(robot.Gravity), "--format", "json", options{:}};
  [loads, bodies] = condyle("payloads", robot.h);
  for i = 1:rows(loads)
    words(end + 1:end + 2) = {"--payload", [bodies{i} ":" numbers(loads(i, :))]};
  end
  for i = 1:rows(logs)
    words(end + 1:end + 2) = {logs{i, 1}, logFile(robot, folder, i, logs{i, 2})};
  end
  written = fullfile(folder, "identified.urdf");
  if made
    words(end + 1:end + 2) = {"-o", written};
  end
  [text, said] = runCommand(words, folder);
  report = jsondecode(text);
  said = strsplit(said, "\n");
  report.notes = regexprep(said(! cellfun(@isempty, regexp(said, '(^condyle: note: )|(: warning: )'))), ...
                           '^condyle: ', '')(:);
  other = [];
  if made
    warning("off", "condyle:robotFile", "local"); # of a file that is gone after this call; explain tells of its bodies
    other = importrobot(written, "DataFormat", robot.DataFormat, "MimicIndependent", strcmp(mimic, "independent"));
    other.File = "";
    other.Gravity = robot.Gravity;
  end
end

function rmFolder(folder)
  confirm_recursive_rmdir(false, "local");
  rmdir(folder, "s");
end

function text = numbers(values)
  text = strjoin(arrayfun(@(x) sprintf("%.17g", x), values(:)', "UniformOutput", false), ",");
end

% The path of a log: its own, or that of a file made of the matrices of a struct.
function path = logFile(robot, folder, number, log)
  if ischar(log)
    path = log;
    return;
  end
  if ! isstruct(log) || ! isscalar(log)
    error("condyle:argument", "a log: expected the name of a file, or a struct with the matrices t, q, tau and where known qd, qdd");
  end
  column = strcmp(robot.DataFormat, "column");
  names = fieldnames(log)';
  wrong = setdiff(names, {"t", "q", "qd", "qdd", "tau"});
  if ! isempty(wrong)
    error("condyle:argument", "a log has no '%s'; expected t, q, qd, qdd and tau", wrong{1});
  end
  count = [];
  values = [];
  template = {};
  for name = names
    matrix = log.(name{1});
    if strcmp(name{1}, "t")
      matrix = matrix(:);
    elseif column
      matrix = matrix';
    end
    if ! isnumeric(matrix) || (! isempty(count) && rows(matrix) != count)
      error("condyle:argument", "a log: %s: expected a row (DataFormat ""column"": a column) for each of %d states", ...
            name{1}, count);
    end
    count = rows(matrix);
    wrong = find(any(! isfinite(matrix), 2), 1);
    if ! isempty(wrong)
      error("condyle:argument", "a log: %s: state %d has a number that is not finite; leave such states out", ...
            name{1}, wrong);
    end
    values = [values, double(matrix)];
    list = strjoin(repmat({"%.17g"}, 1, columns(matrix)), ",");
    if ! strcmp(name{1}, "t")
      list = ["[" list "]"];
    end
    template{end + 1} = ["\"" name{1} "\":" list];
  end
  if isempty(count) || count == 0
    error("condyle:argument", "a log: there are no states; expected matrices of one state or more");
  end
  path = fullfile(folder, sprintf("log%d.jsonl", number));
  writeText(path, sprintf(["{" strjoin(template, ",") "}\n"], values'));
end

function writeText(path, text)
  [file, said] = fopen(path, "w");
  if file < 0
    error("condyle:file", "%s: cannot be written: %s", path, said);
  end
  whole = fwrite(file, text) == numel(text);
  if fclose(file) != 0 || ! whole
    error("condyle:file", "%s: cannot be written as a whole", path);
  end
end

% Runs the command; gives what it writes to the standard output and to the standard error.
function [text, said] = runCommand(words, folder)
  quoted = strjoin(cellfun(@(a) ["'" strrep(a, "'", "'\\''") "'"], [{commandFile()}, words], "UniformOutput", ...
                           false), " ");
  messages = fullfile(folder, "said");
  [status, text] = system([quoted " 2> '" messages "'"]);
  said = fileread(messages);
  if status != 0
    error("condyle:command", "%s", strtrim(said));
  end
end

% The command that belongs to the package: in the folder of a build, of an installation, or in PATH.
function path = commandFile()
  package = fileparts(fileparts(mfilename("fullpath")));
  places = {fullfile(package, "bin", "condyle"), fullfile(package, "..", "..", "condyle"), ...
            fullfile(package, "..", "..", "..", "bin", "condyle"), ...
              fullfile(package, "..", "..", "..", "..", "bin", "condyle")};
  for place = places
    if isfile(place{1})
      path = place{1};
      return;
    end
  end
  path = file_in_path(getenv("PATH"), "condyle");
  if isempty(path)
    error("condyle:command", ["the command condyle was not found beside the package nor in PATH; logs are read by it: " ...
                              "install Condyle, and add its folder bin to PATH"]);
  end
end
