## Scripts as people have them for MATLAB, and what they print (the reference folder's cases/octave).

%!function printed = run_script(file__)
%!  warning("off", "all", "local");
%!  printed = evalc(fileread(file__));
%!endfunction
%!function lines = words_of(text)
%!  warning("off", "Octave:mixed-string-concat", "local");
%!  lines = cellfun(@(line) strjoin(strsplit(strtrim(line)), " "), strsplit(text, "\n"), "UniformOutput", false);
%!  lines = lines(! cellfun(@isempty, lines));
%!endfunction
%!testif ; isfolder(fullfile(getenv("REFERENCE_DIR"), "cases", "octave"))
%! folder = fullfile(getenv("REFERENCE_DIR"), "cases", "octave");
%! not_yet = {};
%! try
%!   axes("parent", figure("visible", "off"));
%! catch
%!   not_yet = [not_yet, {"show_options", "interactive"}]; # nothing to draw with
%! end
%! own = {"name_value_figure_octave", "ode15s_octave"}; # Octave's functions, not ours
%! files = dir(fullfile(folder, "*.m"));
%! assert(numel(files) > 0);
%! for file = {files.name}
%!   [~, name] = fileparts(file{1});
%!   if any(strcmp(name, [not_yet, own]))
%!     continue;
%!   end
%!   printed = words_of(run_script(fullfile(folder, file{1})));
%!   close("all");
%!   expected = words_of(fileread(fullfile(folder, [name ".expect"])));
%!   if strcmp(name, "tree_display") # tells in words which lines there are
%!     expected = {"NumBodies: 8", "BaseName: 'base_link'", "Gravity: [0 0 0]", "DataFormat: 'struct'"};
%!     printed = printed(ismember(printed, expected));
%!   end
%!   assert(isequal(printed, expected), "%s printed:\n%s", name, strjoin(printed, "\n"));
%! end
