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
              list(fullfile(root, "docs"), "octave.md"), list(fullfile(root, "docs"), "teaching.md")];
  count = 0;
  for i = 1:numel(examples)
    [own, faults] = transcript(examples{i});
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

function files = list(folder, pattern)
  found = dir(fullfile(folder, pattern));
  files = cellfun(@(name) fullfile(folder, name), {found.name}, "UniformOutput", false);
end

function name = base(file)
  [~, name, extension] = fileparts(file);
  name = [name extension];
end
