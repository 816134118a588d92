% Runs the examples in a text: lines ">> CODE", ".. CODE" that continue it, and below them the output.
%
%   [count, faults] = transcript(file)           compares; faults is a cell array of messages
%   [count, faults] = transcript(file, "write")  puts the output that Octave gives into the file
%
% In help texts (.m) examples stand behind "%", elsewhere in blocks ```octave.  Blank lines and spaces at the ends of
% lines do not count.
function [count, faults] = transcript(file, mode)
  lines = strsplit(fileread(file), "\n", "CollapseDelimiters", false);
  is_help = strcmp(file(end-1:end), ".m");
  [first, last, margin] = find_blocks(lines, is_help);
  blocks = places = {};
  for i = 1:numel(first)
    block = lines(first(i):last(i));
    blocks{i} = cellfun(@(line) line(min(numel(margin{i}), numel(line)) + 1:end), block, "UniformOutput", false);
    places{i} = sprintf("%s:%d", file, first(i));
  end
  [count, faults, blocks] = run_blocks(blocks, places);
  result = lines(1:0);
  done = 0;
  for i = 1:numel(first)
    block = cellfun(@(line) strtrim_right([margin{i} line]), blocks{i}, "UniformOutput", false);
    result = [result, lines(done + 1:first(i) - 1), block];
    done = last(i);
  end
  if nargin > 1 && strcmp(mode, "write")
    text = strjoin([result, lines(done + 1:end)], "\n");
    if ! strcmp(text, fileread(file))
      out = fopen(file, "w");
      fputs(out, text);
      fclose(out);
    end
    faults = {};
  end
end

% Finds the blocks, and the text in front of each of their lines.
function [first, last, margin] = find_blocks(lines, is_help)
  first = last = [];
  margin = {};
  i = 1;
  while i <= numel(lines)
    if is_help
      token = regexp(lines{i}, '^(\s*%\s+)>> ', "tokens", "once");
      if ! isempty(token)
        margin{end + 1} = token{1};
        first(end + 1) = i;
        while strncmp(lines{i}, token{1}, numel(token{1})) || ! isempty(regexp(lines{i}, '^\s*%\s*$', "once"))
          i += 1;
        end
        while isempty(regexp(lines{i - 1}, '[^%\s]', "once"))
          i -= 1;
        end
        last(end + 1) = i - 1;
      end
    elseif strcmp(lines{i}, "```octave")
      start = i + 1;
      while ! strcmp(lines{i}, "```")
        i += 1;
      end
      if strncmp(lines{start}, ">> ", 3)
        margin{end + 1} = "";
        first(end + 1) = start;
        last(end + 1) = i - 1;
      end
    end
    i += 1;
  end
end

% Runs the lines of all blocks in one workspace, this one; returns them with the output that Octave gives.
function [count__, faults__, blocks__] = run_blocks(blocks__, places__)
  count__ = 0;
  faults__ = {};
  for n__ = 1:numel(blocks__)
    steps__ = split_steps(blocks__{n__});
    lines__ = {};
    for i__ = 1:size(steps__, 1)
      output__ = "";
      try
        output__ = evalc(steps__{i__, 1});
      catch failure__
        output__ = ["error: " failure__.message];
      end
      [lines__, faults__] = add_step(lines__, faults__, steps__(i__, :), output__, places__{n__}, ...
                                     i__ < size(steps__, 1));
      count__ += 1;
    end
    blocks__{n__} = lines__;
  end
end

% Splits a block into steps: code, its lines as they stand, the lines of the expected output.
function steps = split_steps(lines)
  steps = cell(0, 3);
  for line = lines
    text = line{1};
    if strncmp(text, ">> ", 3)
      steps(end + 1, :) = {text(4:end), {text}, {}};
    elseif strncmp(text, ".. ", 3)
      steps{end, 1} = [steps{end, 1} "\n" text(4:end)];
      steps{end, 2}{end + 1} = text;
    else
      steps{end, 3}{end + 1} = text;
    end
  end
end

% Compares the output of a step, and appends the step to the lines of its block.
function [lines, faults] = add_step(lines, faults, step, output, place, is_followed)
  output = trim_blank(strsplit(output, "\n", "CollapseDelimiters", false));
  if ! isequal(squeeze_blank(output), squeeze_blank(step{3}))
    faults{end + 1} = sprintf("%s: %s\nexpected:\n%s\nprinted:\n%s", place, step{1}, strjoin(step{3}, "\n"), ...
                              strjoin(output, "\n"));
  end
  lines = [lines, step{2}, output];
  if numel(output) > 1 && is_followed
    lines{end + 1} = "";
  end
end

function lines = trim_blank(lines)
  lines = cellfun(@strtrim_right, lines, "UniformOutput", false);
  full = find(! cellfun(@isempty, lines));
  if isempty(full)
    lines = {};
  else
    lines = lines(full(1):full(end));
  end
end

function lines = squeeze_blank(lines)
  lines = cellfun(@strtrim_right, lines, "UniformOutput", false);
  lines = lines(! cellfun(@isempty, lines));
end

function line = strtrim_right(line)
  line = regexprep(line, '\s+$', "");
end
