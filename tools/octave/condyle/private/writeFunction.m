% writeAsFunction: writes NAME.m that makes the robot, or, with "Calls", the code generated for the robot and a mex
% function that calls the code.
function writeFunction(robot, arguments)
  if isempty(arguments) || ! ischar(arguments{1}) || isempty(arguments{1})
    error("condyle:argument", "writeAsFunction: expected the name of the file to write");
  end
  options = struct("Calls", {{}}, "Wrenches", false, "RoundAngles", 0, "MaxBytes", 100000, "Compile", true, ...
                   "Overwrite", false);
  options = readOptions("writeAsFunction", arguments(2:end), options);
  [folder, name, extension] = fileparts(arguments{1});
  if ! any(strcmp(extension, {"", ".m"})) || ! isvarname(name)
    error("condyle:argument", "writeAsFunction: '%s' is no name of a function", [name extension]);
  end
  if ! isempty(folder) && ! isfolder(folder)
    error("condyle:io", "writeAsFunction: there is no folder %s", folder);
  end
  path = fullfile(folder, name);
  if ischar(options.Calls)
    options.Calls = {options.Calls};
  end
  if isempty(options.Calls)
    putFile([path ".m"], makerText(robot, name), options.Overwrite);
  else
    writeGenerated(robot, path, name, options);
  end
end

% Writes a file.  A file that writeAsFunction did not write stays as it is unless OVERWRITE is true.
function putFile(path, text, overwrite)
  if ! overwrite && isfile(path) && isempty(strfind(fileread(path), "ritten by writeAsFunction"))
    error("condyle:io", "writeAsFunction: %s is there already, and not written by this function; \"Overwrite\",true replaces it", ...
          path);
  end
  file = fopen(path, "w");
  if file < 0 || fputs(file, text) < 0 || fclose(file) ~= 0
    error("condyle:io", "writeAsFunction: %s cannot be written", path);
  end
end

% Writes the generated code with a mex function, its help text, and compiles it.
function writeGenerated(robot, path, name, options)
  format = robot.DataFormat;
  if strcmp(format, "struct")
    error("condyle:dataFormat", ["writeAsFunction: \"Calls\" needs vectors: set the robot's DataFormat property to " ...
          "\"row\" or \"column\" first"]);
  end
  calls = unique(options.Calls, "stable");
  [header, source, check] = condyle("generate", robot.h, name, calls, options.Wrenches, options.RoundAngles, ...
                                    options.MaxBytes);
  note = sprintf("/* Written by writeAsFunction of Condyle %s. */\n", condyle("version"));
  texts = {".h", [note header]; ".c", [note source]; "_test.c", [note check]; ...
           "_mex.c", mexText(robot, name, calls, options.Wrenches); ".m", ...
             helpText(robot, name, calls, options.Wrenches)};
  for i = 1:rows(texts)
    putFile([path texts{i, 1}], texts{i, 2}, options.Overwrite);
  end
  if options.Compile
    compileMex(path);
  end
end

% Describes a call: the C function, names of its arguments, shapes of its results.
function row = describeCall(word, wrenches)
  fext = {"fext"}(1:double(wrenches));
  all = {
    "id", "inverse_dynamics", [{"q", "qd", "qdd"} fext], {"VELOCITY"}, "tau"
    "fd", "forward_dynamics", [{"q", "qd", "tau"} fext], {"VELOCITY"}, "qdd"
    "mass", "mass_matrix", {"q"}, {"SQUARE"}, "M"
    "mass-inverse", "inverse_mass_matrix", {"q"}, {"SQUARE"}, "M"
    "gravity", "gravity_torque", {"q"}, {"VELOCITY"}, "tau"
    "coriolis", "velocity_product", {"q", "qd"}, {"VELOCITY"}, "tau"
    "derivatives", "inverse_dynamics_derivatives", [{"q", "qd", "qdd"} fext], {"SQUARE", "SQUARE"}, "[by_q,by_qd]"
    "fd-derivatives", "forward_dynamics_derivatives", [{"q", "qd", "tau"} fext], {"SQUARE", "SQUARE", "SQUARE"}, ...
      "[by_q,by_qd,by_tau]"
    "id-gradient", "inverse_dynamics_vjp", [{"q", "qd", "qdd"} fext {"w"}], {"POSITION", "VELOCITY", "VELOCITY"}, ...
      "[by_q,by_qd,by_qdd]"
    "fd-gradient", "forward_dynamics_vjp", [{"q", "qd", "tau"} fext {"w"}], {"POSITION", "VELOCITY", "VELOCITY"}, ...
      "[by_q,by_qd,by_tau]"};
  row = all(strcmp(all(:, 1), word), :);
end

function text = mexText(robot, name, calls, wrenches)
  shapes = struct("q", "POSITION", "qd", "VELOCITY", "qdd", "VELOCITY", "tau", "VELOCITY", "fext", "FORCES", ...
                  "w", "WEIGHTS");
  functions = table = {};
  for i = 1:numel(calls)
    row = describeCall(calls{i}, wrenches);
    in = cellfun(@(argument) shapes.(argument), row{3}, "UniformOutput", false);
    passed = [arrayfun(@(k) sprintf("in[%d]", k), 0:numel(in) - 1, "UniformOutput", false), ...
                 arrayfun(@(k) sprintf("out[%d]", k), 0:numel(row{4}) - 1, "UniformOutput", false)];
    functions{i} = sprintf("static void run_%s(const double *const *in, double *const *out)\n{\n    %s_%s(%s);\n}", ...
                           row{2}, name, row{2}, strjoin(passed, ", "));
    table{i} = sprintf("    {\"%s\", run_%s, %d, %d, {%s}, {%s}},", row{1}, row{2}, numel(in), numel(row{4}), ...
                       strjoin(in, ", "), strjoin(row{4}, ", "));
  end
  sizes = condyle("sizes", robot.h);
  q = homeConfiguration(robot);
  values = {"NAME", name; "VERSION", condyle("version"); "NQ", sprintf("%d", sizes(1)); ...
            "NV", sprintf("%d", sizes(2)); "FORCE_ROWS", sprintf("%d", sizes(3)); ...
            "BY_COLUMNS", sprintf("%d", strcmp(robot.DataFormat, "column")); ...
            "FUNCTIONS", strjoin(functions, "\n\n"); "CALLS", strjoin(table, "\n"); ...
            "HOME", strjoin(arrayfun(@(x) sprintf("%.17g", x), [q(:)' 0], "UniformOutput", false), ", "); ...
            "WORDS", strjoin(calls, ", ")};
  text = fileread(fullfile(fileparts(mfilename("fullpath")), "generated_mex.c.in"));
  for i = 1:rows(values)
    text = strrep(text, ["@" values{i, 1} "@"], values{i, 2});
  end
end

% NAME.m: the help of the mex function, and an error where the mex function is not compiled.
function text = helpText(robot, name, calls, wrenches)
  lines = {sprintf("%% %s  Dynamics of the robot %s by code generated for it.", upper(name), robot.Name), "%"};
  for i = 1:numel(calls)
    row = describeCall(calls{i}, wrenches);
    given = strjoin([{sprintf("\"%s\"", row{1})}(1:double(i > 1)), row{3}], ",");
    lines{end + 1} = sprintf("%%   %s = %s(%s)", row{5}, name, given);
  end
  lines = [lines, {"%", ...
    sprintf("%%   Vectors are %ss; a %s for each of several states gives the results of all, matrices as pages.", ...
            robot.DataFormat, robot.DataFormat), ...
    "%   [] is the home configuration, and zero.  Gravity, drives and payloads are those of the robot when the code was", ...
    "%   written.  Nothing checks whether numbers are finite.", "%", ...
    sprintf("%%   Written by writeAsFunction of the package condyle %s, which it does not need.", condyle("version"))}];
  text = [sprintf("function varargout = %s(varargin)\n", name), sprintf("  %s\n", lines{:}), ...
          sprintf("  error(\"condyle:unsupported\", [\"%s: not compiled; in its folder: \" ...\n", name), ...
          sprintf("        \"mkoctfile --mex %s_mex.c %s.c -o %s.mex\"]);\nend\n", name, name, name)];
end

function compileMex(path)
  [folder, name] = fileparts(path);
  target = [path "." mexext()];
  clear("-functions", name);
  if isfile(target)
    delete(target);
  end
  before = pwd();
  try
    if ! isempty(folder)
      cd(folder); # mkoctfile does not quote the name of its output: a folder's name may have spaces
    end
    [output, status] = mkoctfile("--mex", [name "_mex.c"], [name ".c"], "--output", [name "." mexext()]);
  catch failure
    status = 1;
    output = failure.message;
  end
  cd(before);
  if status ~= 0 || ! isfile(target)
    error("condyle:unsupported", ["writeAsFunction: %s.c and %s_mex.c were written, but mkoctfile did not compile them; it " ...
          "needs a C compiler and Octave's headers (Debian: gcc octave-dev).  %s"], path, path, strtrim(output));
  end
  rehash();
end
