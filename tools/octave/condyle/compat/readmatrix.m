function numbers = readmatrix(file, varargin)
  % READMATRIX  Numbers of a text file of rows.
  %
  %   numbers = readmatrix(file)
  %   numbers = readmatrix(file,"NumHeaderLines",n)
  %   numbers = readmatrix(file,"Delimiter",text)
  %
  %   Rows in front of the first that has a number are skipped; what is no number becomes NaN.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> file = [tempname() ".csv"];
  %     >> fid = fopen(file,"w");
  %     >> fputs(fid,"q1,q2\n1,2\n3,4\n");
  %     >> fclose(fid);
  %     >> readmatrix(file)
  %     ans =
  %
  %        1   2
  %        3   4
  %
  %     >> delete(file)
  if nargin < 1
    print_usage();
  end
  if ! isfile(file)
    error("condyle:io", "readmatrix: there is no file %s", file);
  end
  options = struct("numheaderlines", [], "delimiter", "");
  for k = 1:2:numel(varargin) - 1
    if ! isfield(options, lower(varargin{k}))
      error("condyle:argument", "readmatrix: there is no option '%s'; expected NumHeaderLines or Delimiter", ...
            varargin{k});
    end
    options.(lower(varargin{k})) = varargin{k + 1};
  end
  lines = strsplit(strtrim(strrep(fileread(file), "\r", "")), "\n");
  if isempty(options.delimiter)
    options.delimiter = {",", ";", "\t", " "}{[find(cellfun(@(d) any(lines{end} == d), {",", ";", "\t"}), 1), 4](1)};
  end
  rows = cellfun(@(line) str2double(strsplit(strtrim(line), options.delimiter, "CollapseDelimiters", ...
                 strcmp(options.delimiter, " "))), lines, "UniformOutput", false);
  first = options.numheaderlines + 1;
  if isempty(first)
    first = find(cellfun(@(row) any(! isnan(row)), rows), 1);
  end
  rows = rows(first:end);
  width = max([0, cellfun(@numel, rows)]);
  numbers = NaN(numel(rows), width);
  for k = 1:numel(rows)
    numbers(k, 1:numel(rows{k})) = rows{k};
  end
end
