function text = string(value)
  % STRING  A text, or a cell array of texts, from a value.
  %
  %   string(value)
  %
  %   Octave has no strings apart from rows of characters: one value becomes such a row, an array a cell array of them.
  %
  %   For scripts written for MATLAB; a function of this name in Octave or in another package comes first.
  %
  %   Example:
  %     >> string(3.5)
  %     ans = 3.5
  %     >> string([1 2])
  %     ans =
  %     {
  %       [1,1] = 1
  %       [1,2] = 2
  %     }
  if ischar(value) || iscellstr(value)
    text = value;
  elseif iscell(value)
    text = cellfun(@string, value, "UniformOutput", false);
  elseif islogical(value) || isnumeric(value)
    text = arrayfun(@oneText, value, "UniformOutput", false);
    if isscalar(text)
      text = text{1};
    end
  else
    error("condyle:argument", "string: expected numbers, texts or logical values, not %s", class(value));
  end
end

function text = oneText(value)
  if islogical(value)
    text = {"false", "true"}{value + 1};
  else
    text = num2str(value);
  end
end
