## Every function of the package is in INDEX and has an example that runs.

%!function names = functions_in(folder)
%!  files = dir(fullfile(getenv("CONDYLE_ROOT"), "tools", "octave", "condyle", folder, "*.m"));
%!  names = cellfun(@(file) file(1:end - 2), {files.name}, "UniformOutput", false);
%!endfunction
%!function names = listed()
%!  text = fileread(fullfile(getenv("CONDYLE_ROOT"), "tools", "octave", "package", "INDEX"));
%!  names = strtrim(regexp(text, '^ .*$', "match", "lineanchors", "dotexceptnewline"));
%!endfunction

## each once, and none that there is not; those without a file are objects that C++ has
%!test
%! old = cellfun(@(name) ["robotics." name], functions_in("+robotics"), "UniformOutput", false);
%! all_names = [functions_in("."), old, functions_in("handles"), functions_in("compat")];
%! index = listed();
%! assert(numel(unique(index)), numel(index));
%! assert(setdiff(all_names, index), cell(1, 0));
%! assert(sort(setdiff(index, all_names)), {"graphicsHandle", "storedRobot"});

## an example in each help text; that of show writes a picture, which motion.tst compares
%!test
%! root = fullfile(getenv("CONDYLE_ROOT"), "tools", "octave", "condyle");
%! for folder = {".", "+robotics", "handles", "compat"}
%!   for name = setdiff(functions_in(folder{1}), {"show"})
%!     text = fileread(fullfile(root, folder{1}, [name{1} ".m"]));
%!     assert(! isempty(regexp(text, '^\s*%\s+>> ', "once", "lineanchors")), "%s has no example", name{1});
%!   end
%! end
