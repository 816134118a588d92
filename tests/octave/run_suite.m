% Runs all tests of the package: the test blocks of *.tst here and of its functions, and the examples of its help texts
% and of docs/octave.md.
function run_suite()
  more off
  here = fileparts(mfilename("fullpath"));
  root = getenv("CONDYLE_ROOT");
  sources = fullfile(root, "tools", "octave", "condyle");
  failed = 0;
  cases = [list(here, "*.tst"), list(sources, "*.m")];
  for i = 1:numel(cases)
    if isempty(strfind(fileread(cases{i}), "\n%!"))
      continue;
    end
    log = tempname();
    [passed, all] = test(cases{i}, "quiet", log);
    if passed < all
      fputs(stdout, fileread(log));
    end
    delete(log);
    printf("%-32s %d of %d\n", base(cases{i}), passed, all);
    failed += all - passed;
  end
  examples = [list(sources, "*.m"), list(fullfile(sources, "@storedRobot"), "storedRobot.m"), ...
              list(fullfile(sources, "+robotics"), "*.m"), list(fullfile(sources, "handles"), "*.m"), ...
              list(fullfile(sources, "compat"), "*.m"), ...
              list(fullfile(root, "docs"), "octave.md"), list(fullfile(root, "docs"), "teaching.md")];
  count = 0;
  draws = can_draw();
  for i = 1:numel(examples)
    [own, faults] = run_examples(examples{i}, draws);
    count += own;
    failed += numel(faults);
    printf("%s\n", faults{:});
  end
  printf("%-32s %d examples\n", "help texts and docs/octave.md", count);
  if failed > 0 || count == 0
    printf("%d failed\n", failed);
    exit(1);
  end
end

% Runs the examples of a file in figures that are not visible; those that draw pass where Octave cannot.
function [count, faults] = run_examples(file, draws)
  folders = path();
  state = warning();
  [count, faults] = transcript(file);
  if ! draws && ! isempty(get(0, "children"))
    printf("skipped: the examples of %s, which draw\n", base(file));
    faults = {};
  end
  close("all");
  if ! strcmp(path(), folders) # an import adds a folder
    warning("off", "Octave:shadowed-function");
    path(folders);
  end
  warning(state);
end

% Whether gnuplot, Ghostscript and a font are there; if so, gnuplot draws from here on.
function possible = can_draw()
  possible = false;
  set(0, "defaultfigurevisible", "off");
  if ! any(strcmp(available_graphics_toolkits(), "gnuplot")) || isempty(file_in_path(EXEC_PATH(), "gnuplot")) || ...
     isempty(file_in_path(EXEC_PATH(), "gs"))
    return;
  end
  state = warning("off", "all");
  graphics_toolkit("gnuplot");
  try
    axes("parent", figure());
    possible = true;
  end
  warning(state);
  close("all");
end

function files = list(folder, pattern)
  found = dir(fullfile(folder, pattern));
  files = cellfun(@(name) fullfile(folder, name), {found.name}, "UniformOutput", false);
end

function name = base(file)
  [~, name, extension] = fileparts(file);
  name = [name extension];
end
