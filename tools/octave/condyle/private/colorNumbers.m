% A color given as a text of three numbers, "[0.9 0.4 0.2]" or "0.9 0.4 0.2", as numbers.  NAME is the property's; any
% other VALUE is returned as it is.
function value = colorNumbers(name, value)
  if ! ischar(name) || isempty(regexpi(name, 'color$')) || ! ischar(value) || any(isletter(value))
    return;
  end
  numbers = sscanf(regexprep(value, '[\[\],;]', ' '), "%f")';
  if numel(numbers) == 3
    value = numbers;
  end
end
